#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| renewal_rules_oracle::readers(data));
