//! Checkpoints of a training: a line that identifies the training, then epoch and steps (u32 each), the
//! positions of an epoch (u64) and all parameters (f32, little endian): the network's, the optimiser's first and second moments; CRC-32
//! of that.

use std::fs;
use std::path::Path;

use super::trainer::Trainer;

/// Bytes before the parameters.
const HEAD_LEN: usize = 16;

/// The file that is written after each epoch.
pub struct Checkpoint<'a> {
    /// Identifies the training.
    pub training_id: &'a str,
    pub path: &'a Path,
}

impl Checkpoint<'_> {
    /// Restores the state from the file, if there is one; returns the number of finished epochs.
    ///
    /// # Errors
    /// The file cannot be read, or is of another training.
    pub fn load(&self, trainer: &mut Trainer<'_>) -> Result<u32, String> {
        let with_path = |error: &str| format!("{}: {error}", self.path.display());
        let file = match fs::read(self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(with_path(&error.to_string())),
        };
        let parameters = trainer.network.parameters.len();
        let rest = file.strip_prefix(self.training_id.as_bytes());
        let rest = rest.and_then(|rest| rest.strip_prefix(b"\n"));
        let rest = rest.filter(|rest| rest.len() == HEAD_LEN + 12 * parameters + 4);
        let rest = rest.ok_or_else(|| with_path("it is of another training"))?;
        let (body, checksum) = rest.split_at(rest.len() - 4);
        if checksum != engine::checksum::crc32(body).to_le_bytes() {
            return Err(with_path("it is damaged"));
        }
        let mut fours = body
            .chunks_exact(4)
            .map(|four| [four[0], four[1], four[2], four[3]]);
        let mut next = || fours.next().unwrap_or_default();
        let epoch = u32::from_le_bytes(next());
        trainer.optimiser.steps = u32::from_le_bytes(next());
        let [low, high] = [next(), next()].map(|four| u64::from(u32::from_le_bytes(four)));
        trainer.positions = low | high << 32;
        for list in [
            &mut trainer.network.parameters,
            &mut trainer.optimiser.first_moment,
            &mut trainer.optimiser.second_moment,
        ] {
            for value in list {
                *value = f32::from_le_bytes(next());
            }
        }
        Ok(epoch)
    }

    /// Replaces the file by the present state, atomically.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, epoch: u32, trainer: &Trainer<'_>) -> Result<(), String> {
        let optimiser = &trainer.optimiser;
        let mut body = [epoch, optimiser.steps].map(u32::to_le_bytes).concat();
        body.extend(trainer.positions.to_le_bytes());
        for list in [
            &trainer.network.parameters,
            &optimiser.first_moment,
            &optimiser.second_moment,
        ] {
            body.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        let checksum = engine::checksum::crc32(&body).to_le_bytes();
        let file = [self.training_id.as_bytes(), b"\n", &body, &checksum].concat();
        let new = self.path.with_extension("new");
        fs::write(&new, file)
            .and_then(|()| fs::rename(&new, self.path))
            .map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
