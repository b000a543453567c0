//! What can be wrong with a file.

use std::fmt;
use std::io;

/// A file or folder that is not used, and why. One line when displayed:
/// `KQvKR.rtbw: the file is truncated: 1,024 bytes, its header implies 12,345`.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {error}")]
pub struct FileProblem {
    /// The file's name without its folder, or the path of a folder.
    pub file: String,
    /// What is wrong with it.
    pub error: FormatError,
}

/// What is wrong with a table's file.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("the file is missing")]
    Missing,
    #[error("the name is no table of 3 to {0} men")]
    Name(usize),
    #[error("not a Syzygy {0} file: its first four bytes are {1:02x?}")]
    Magic(&'static str, [u8; 4]),
    /// The checksum of 16 bytes follows whole lines of 64 bytes.
    #[error("the file is cut off or padded: {} bytes, which is not 16 more than a multiple of 64", Grouped(*.0))]
    Length(u64),
    #[error("the file is truncated: {} bytes, its header implies {}", Grouped(*.found), Grouped(*.implied))]
    Truncated { found: u64, implied: u64 },
    #[error("the file is too long: {} bytes, its header implies {}", Grouped(*.found), Grouped(*.implied))]
    TooLong { found: u64, implied: u64 },
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    #[error("the file is damaged: block {block} of part {part}: {reason}")]
    Block {
        /// The part, counted from 0: by the leading pawn's file, then by the side to move.
        part: usize,
        block: u64,
        reason: &'static str,
    },
}

/// A probe that failed although the files were sound when they were opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct ProbeError {
    /// The file's name without its folder.
    pub file: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A number with commas between its thousands.
struct Grouped(u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_one_line_that_names_the_file() {
        let error = FormatError::Truncated {
            found: 1024,
            implied: 12_345,
        };
        let file = "KQvKR.rtbw".to_owned();
        assert_eq!(
            FileProblem { file, error }.to_string(),
            "KQvKR.rtbw: the file is truncated: 1,024 bytes, its header implies 12,345"
        );
        assert_eq!(Grouped(7).to_string(), "7");
        assert_eq!(Grouped(1_234_567).to_string(), "1,234,567");
    }
}
