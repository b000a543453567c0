//! How far a training is, in a file: a line that says which training it is, then the epoch and the
//! steps (u32 each) and all numbers (f32, little endian): the network's, the optimiser's means and
//! squares; the CRC-32 of that.

use std::fs;
use std::path::Path;

use lab::train::{AdamW, Model};

/// What is kept after an epoch.
pub struct Checkpoint<'a> {
    /// Which training it is.
    pub of: &'a str,
    pub path: &'a Path,
}

impl Checkpoint<'_> {
    /// Goes on from the file, if there is one; how many epochs are done.
    ///
    /// # Errors
    /// It can't be read, or is of another training.
    pub fn load(&self, model: &mut Model, optimiser: &mut AdamW) -> Result<u32, String> {
        let named = |error: &str| format!("{}: {error}", self.path.display());
        let file = match fs::read(self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(named(&error.to_string())),
        };
        let numbers = model.values.len();
        let rest = file.strip_prefix(self.of.as_bytes());
        let rest = rest.and_then(|rest| rest.strip_prefix(b"\n"));
        let rest = rest.filter(|rest| rest.len() == 8 + 12 * numbers + 4);
        let rest = rest.ok_or_else(|| named("it is of another training"))?;
        let (body, checksum) = rest.split_at(rest.len() - 4);
        if checksum != engine::checksum::crc32(body).to_le_bytes() {
            return Err(named("it is damaged"));
        }
        let mut fours = body
            .chunks_exact(4)
            .map(|four| [four[0], four[1], four[2], four[3]]);
        let mut next = || fours.next().unwrap_or_default();
        let epoch = u32::from_le_bytes(next());
        optimiser.steps = u32::from_le_bytes(next());
        for list in [
            &mut model.values,
            &mut optimiser.mean,
            &mut optimiser.square,
        ] {
            for value in list {
                *value = f32::from_le_bytes(next());
            }
        }
        Ok(epoch)
    }

    /// Keeps how far it is. Whoever is killed meanwhile finds the one before.
    ///
    /// # Errors
    /// It can't be written.
    pub fn keep(&self, epoch: u32, model: &Model, optimiser: &AdamW) -> Result<(), String> {
        let mut body = [epoch.to_le_bytes(), optimiser.steps.to_le_bytes()].concat();
        for list in [&model.values, &optimiser.mean, &optimiser.square] {
            body.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        let checksum = engine::checksum::crc32(&body).to_le_bytes();
        let file = [self.of.as_bytes(), b"\n", &body, &checksum].concat();
        let new = self.path.with_extension("new");
        fs::write(&new, file)
            .and_then(|()| fs::rename(&new, self.path))
            .map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
