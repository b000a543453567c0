#![no_main]

libfuzzer_sys::fuzz_target!(|body: &[u8]| server_fuzz::search::check_batch(body));
