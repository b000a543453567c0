#![no_main]

libfuzzer_sys::fuzz_target!(|message: &[u8]| server_fuzz::notices::check_of_room(message));
