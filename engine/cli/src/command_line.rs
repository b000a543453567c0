//! Command lines: flags with a value each, and the exit status of a command.

use std::process::ExitCode;
use std::str::FromStr;

/// A flag with its value.
#[derive(Clone, Copy, Debug)]
pub struct Flag<'a> {
    pub name: &'a str,
    pub value: &'a str,
}

impl<'a> Flag<'a> {
    /// The flags of a command line, in their order.
    pub fn all(arguments: &'a [&'a str]) -> impl Iterator<Item = Result<Flag<'a>, String>> {
        arguments.chunks(2).map(|pair| match *pair {
            [name, value] => Ok(Flag { name, value }),
            [name] => Err(format!("{name} needs a value")),
            _ => Err("there is nothing".to_owned()),
        })
    }

    /// The error message for a value.
    pub fn invalid(&self, expected: &str) -> String {
        let Flag { name, value } = self;
        format!("{name}: expected {expected}, found {value:?}")
    }

    /// Parses the value and checks it.
    ///
    /// # Errors
    /// The message, with what was `expected`.
    pub fn parse<T: FromStr>(
        &self,
        expected: &str,
        fits: impl FnOnce(&T) -> bool,
    ) -> Result<T, String> {
        let value = self.value.parse().ok().filter(fits);
        value.ok_or_else(|| self.invalid(expected))
    }

    /// The error message for an unknown flag.
    pub fn unknown(&self) -> String {
        format!("unknown option {:?}", self.name)
    }
}

/// Runs a command. Exit status: 0 on success, 1 on failure, 2 for arguments that cannot be read.
pub fn run_command<S>(
    name: &str,
    usage: &str,
    arguments: &[&str],
    parse: fn(&[&str]) -> Result<S, String>,
    work: impl FnOnce(S) -> Result<(), String>,
) -> ExitCode {
    if let ["--help" | "-h" | "help"] = arguments {
        println!("{usage}");
        return ExitCode::SUCCESS;
    }
    let settings = match parse(arguments) {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("ponder {name}: {error}\n{usage}");
            return ExitCode::from(2);
        }
    };
    match work(settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ponder {name}: {error}");
            ExitCode::FAILURE
        }
    }
}
