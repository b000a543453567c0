#![no_main]

libfuzzer_sys::fuzz_target!(|body: &[u8]| server_fuzz::live::check_share(body));
