#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| engine_fuzz::fen::check(text));
