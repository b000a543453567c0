#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| engine_fuzz::uci_line::check(text));
