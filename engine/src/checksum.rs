//! Checksums of files.

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};

/// Without a lookup table, which would be most of its code size.
const CRC_32: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// The CRC-32 of zip and PNG. Detects damage, not forgery.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    CRC_32.checksum(bytes)
}

/// The first 128 bits of a file's SHA-256, as 32 lower-case hexadecimal digits: its id by its contents.
#[cfg(feature = "content-id")]
#[must_use]
pub fn content_id(file: &[u8]) -> [u8; 32] {
    use sha2::Digest;

    let digest = sha2::Sha256::digest(file);
    std::array::from_fn(|index| {
        let byte = digest[index / 2];
        let half = if index.is_multiple_of(2) {
            byte >> 4
        } else {
            byte & 15
        };
        b"0123456789abcdef"[usize::from(half)]
    })
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "content-id")]
    #[test]
    fn an_id_is_the_beginning_of_the_sha_256() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(
            super::content_id(b"abc"),
            *b"ba7816bf8f01cfea414140de5dae2223"
        );
    }

    #[test]
    fn the_sum_is_that_of_the_catalogue() {
        assert_eq!(super::crc32(b"123456789"), 0xcbf4_3926);
    }
}
