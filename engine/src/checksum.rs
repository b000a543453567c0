//! Checksums of files.

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};

/// Without a lookup table, which would be most of its code size.
const CRC_32: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// The CRC-32 of zip and PNG. Detects damage, not forgery.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    CRC_32.checksum(bytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sum_is_that_of_the_catalogue() {
        assert_eq!(super::crc32(b"123456789"), 0xcbf4_3926);
    }
}
