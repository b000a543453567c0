//! Prints the stages of a command, and at the end how long each took.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The stages done so far. Printing the table is the last thing a command does.
#[derive(Default)]
pub struct Stages {
    done: Vec<(String, Duration)>,
}

impl Stages {
    /// Prints a stage's name, runs it and records its time. An error carries the stage's name.
    pub fn stage<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        println!("\n── {name}");
        let start = Instant::now();
        let result = work().with_context(|| format!("stage '{name}' failed"));
        self.done.push((name.to_owned(), start.elapsed()));
        if result.is_err() {
            self.print();
        }
        result
    }

    /// Prints the table of times.
    pub fn print(&self) {
        println!();
        for (name, time) in &self.done {
            println!("{:>8.1} s  {name}", time.as_secs_f64());
        }
        let total: Duration = self.done.iter().map(|(_, time)| *time).sum();
        println!("{:>8.1} s  in all", total.as_secs_f64());
    }
}
