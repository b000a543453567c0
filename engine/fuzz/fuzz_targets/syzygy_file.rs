#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine_fuzz::syzygy_file::check(bytes));
