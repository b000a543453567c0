//! The file of a training's state.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use lab::dojo::Dojo;

/// The file of a training's state.
pub struct StateFile<'a>(pub &'a Path);

impl StateFile<'_> {
    /// The training in the file, which goes on from this beginning; `None` where there is no file.
    ///
    /// # Errors
    /// It cannot be read, or has another beginning.
    pub fn load(&self, beginning: &Dojo) -> Result<Option<Dojo>, String> {
        let bytes = match fs::read(self.0) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.named(&error.to_string())),
        };
        let dojo = Dojo::resume(&bytes).map_err(|error| self.named(&error.to_string()))?;
        if dojo.parent() != beginning.parent() {
            return Err(self.named("it is a training from another network"));
        }
        if dojo.config() != beginning.config() {
            return Err(self.named("it is a training with other settings"));
        }
        Ok(Some(dojo))
    }

    /// Replaces the file, atomically.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, bytes: &[u8]) -> Result<(), String> {
        let new = self.0.with_extension("new");
        fs::write(&new, bytes)
            .and_then(|()| fs::rename(&new, self.0))
            .map_err(|error| self.named(&error.to_string()))
    }

    fn named(&self, error: &str) -> String {
        format!("{}: {error}", self.0.display())
    }
}
