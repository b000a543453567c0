#![no_main]

libfuzzer_sys::fuzz_target!(|message: &[u8]| server_fuzz::orders::check_order(message));
