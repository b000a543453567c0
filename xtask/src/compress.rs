//! Writes `.br` and `.gz` beside a file, in the same step as the file itself.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use brotli::enc::backward_references::BrotliEncoderMode;

/// Writes `bytes` at `path` and both compressed forms beside it. Returns brotli's size in bytes.
pub fn write_with_compressed(path: &Path, bytes: &[u8]) -> Result<usize> {
    let brotli = brotli(bytes)?;
    let beside = |extension: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(extension);
        name
    };
    fs::write(path, bytes).with_context(|| path.display().to_string())?;
    fs::write(beside(".br"), &brotli)?;
    fs::write(beside(".gz"), gzip(bytes)?)?;
    Ok(brotli.len())
}

/// Brotli at its best quality, in the smaller one of two modes. That for fonts serves WebAssembly, too.
pub fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let generic = brotli_in_mode(bytes, BrotliEncoderMode::BROTLI_MODE_GENERIC)?;
    let font = brotli_in_mode(bytes, BrotliEncoderMode::BROTLI_MODE_FONT)?;
    Ok(match font.len() < generic.len() {
        true => font,
        false => generic,
    })
}

fn brotli_in_mode(bytes: &[u8], mode: BrotliEncoderMode) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams {
        mode,
        quality: 11,
        lgwin: 22,
        ..Default::default()
    };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &parameters)?;
    Ok(out)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}
