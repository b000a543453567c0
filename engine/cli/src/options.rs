//! Command lines: options with a value each, and what becomes of a command.

use std::process::ExitCode;
use std::str::FromStr;

/// An option as it was given.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    pub name: &'a str,
    pub value: &'a str,
}

impl<'a> Given<'a> {
    /// The options of a command line, in their order.
    pub fn all(arguments: &'a [&'a str]) -> impl Iterator<Item = Result<Given<'a>, String>> {
        arguments.chunks(2).map(|pair| match *pair {
            [name, value] => Ok(Given { name, value }),
            [name] => Err(format!("{name} needs a value")),
            _ => Err("there is nothing".to_owned()),
        })
    }

    /// What is wrong with the value, for the user.
    pub fn wrong(&self, expected: &str) -> String {
        let Given { name, value } = self;
        format!("{name}: expected {expected}, found {value:?}")
    }

    /// The value, if it can be read and fits.
    ///
    /// # Errors
    /// What was `expected`.
    pub fn read<T: FromStr>(
        &self,
        expected: &str,
        fits: impl FnOnce(&T) -> bool,
    ) -> Result<T, String> {
        let value = self.value.parse().ok().filter(fits);
        value.ok_or_else(|| self.wrong(expected))
    }

    /// That there is no such option.
    pub fn unknown(&self) -> String {
        format!("unknown option {:?}", self.name)
    }
}

/// Carries a command out: 0 when it is done, 1 when it fails, 2 when the arguments cannot be read.
pub fn carry_out<S>(
    name: &str,
    usage: &str,
    arguments: &[&str],
    read: fn(&[&str]) -> Result<S, String>,
    work: impl FnOnce(S) -> Result<(), String>,
) -> ExitCode {
    if let ["--help" | "-h" | "help"] = arguments {
        println!("{usage}");
        return ExitCode::SUCCESS;
    }
    let settings = match read(arguments) {
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
