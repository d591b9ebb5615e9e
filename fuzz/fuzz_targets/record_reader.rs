#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| playmat_fuzz::record_reader(data));
