//! Options that another engine declares: `option name … type … min … max …`.

/// An option with the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredOption {
    name: String,
    values: OptionValues,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum OptionValues {
    /// `true` or `false`.
    Check,
    /// A number in a range.
    Spin { min: i64, max: i64 },
    /// One of these words.
    Combo(Vec<String>),
    /// Any text; a button's value is ignored.
    Any,
}

/// A setting that an engine does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    #[error("option.{0}: the program declares no such option")]
    Unknown(String),
    #[error("option.{name}: expected {expected}, found {found:?}")]
    Value {
        name: String,
        expected: String,
        found: String,
    },
}

impl DeclaredOption {
    /// Parses a line; `None` if it declares no option. A range that is missing or malformed allows every
    /// number.
    #[must_use]
    pub fn parse(line: &str) -> Option<DeclaredOption> {
        let rest = line.trim().strip_prefix("option")?.trim_start();
        let (name, rest) = rest.strip_prefix("name ")?.split_once(" type ")?;
        let mut words = rest.split_whitespace();
        let kind = words.next()?;
        let words: Vec<&str> = words.collect();
        let number = |key: &str| -> Option<i64> {
            let at = words.iter().position(|&word| word == key)?;
            words.get(at + 1)?.parse().ok()
        };
        let values = match kind {
            "check" => OptionValues::Check,
            "spin" => OptionValues::Spin {
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => {
                let (_, list) = rest.split_once(" var ")?;
                let one = |text: &str| text.trim().to_owned();
                OptionValues::Combo(list.split(" var ").map(one).collect())
            }
            _ => OptionValues::Any,
        };
        Some(DeclaredOption {
            name: name.trim().to_owned(),
            values,
        })
    }

    /// Whether a program has declared an option of this name.
    #[must_use]
    pub fn is_declared(declared: &[DeclaredOption], name: &str) -> bool {
        find(declared, name).is_some()
    }

    /// Checks a setting against all that a program has declared. Names and words are compared without
    /// regard to case, as the protocol has it.
    ///
    /// # Errors
    /// The option is unknown, or the value is none of its values.
    pub fn check(declared: &[DeclaredOption], name: &str, value: &str) -> Result<(), OptionError> {
        let option = find(declared, name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let expected = match &option.values {
            OptionValues::Check if matches!(value, "true" | "false") => return Ok(()),
            OptionValues::Check => "true or false".to_owned(),
            OptionValues::Spin { min, max } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => return Ok(()),
                _ => format!("a number from {min} to {max}"),
            },
            OptionValues::Combo(words) => {
                if words.iter().any(|word| word.eq_ignore_ascii_case(value)) {
                    return Ok(());
                }
                format!("one of {}", words.join(", "))
            }
            OptionValues::Any => return Ok(()),
        };
        Err(OptionError::Value {
            name: name.to_owned(),
            expected,
            found: value.to_owned(),
        })
    }
}

fn find<'a>(declared: &'a [DeclaredOption], name: &str) -> Option<&'a DeclaredOption> {
    let mut all = declared.iter();
    all.find(|option| option.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared() -> Vec<DeclaredOption> {
        let lines = [
            "option name UCI_Elo type spin default 1350 min 1350 max 2850",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name Ponder type check default false",
            "option name Analysis Contempt type combo default Both var Off var Both sides var Both",
            "option name Clear Hash type button",
            "option name SyzygyPath type string default <empty>",
            "option name Odd type spin default x min y",
        ];
        lines
            .map(|line| DeclaredOption::parse(line).unwrap())
            .into()
    }

    #[test]
    fn values_that_are_declared_are_taken() {
        for (name, value) in [
            ("UCI_Elo", "1350"),
            ("uci_elo", "2850"),
            ("Skill Level", "0"),
            ("Ponder", "true"),
            ("Analysis Contempt", "both sides"),
            ("Clear Hash", ""),
            ("SyzygyPath", "/any where"),
            ("Odd", "-7"),
        ] {
            let checked = DeclaredOption::check(&declared(), name, value);
            assert_eq!(checked, Ok(()), "{name}");
        }
    }

    #[test]
    fn others_are_refused_by_name() {
        for (name, value, part) in [
            (
                "UCI_Elo",
                "1320",
                "option.UCI_Elo: expected a number from 1350 to 2850",
            ),
            ("UCI_Elo", "", "option.UCI_Elo: expected a number"),
            ("Skill Level", "21", "option.Skill Level: expected"),
            ("Ponder", "1", "option.Ponder: expected true or false"),
            (
                "Analysis Contempt",
                "White",
                "expected one of Off, Both sides, Both",
            ),
            (
                "Skill",
                "3",
                "option.Skill: the program declares no such option",
            ),
        ] {
            let error = DeclaredOption::check(&declared(), name, value).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn hostile_lines_declare_nothing() {
        for line in [
            "",
            "option",
            "option name",
            "option name type",
            "option name x",
            "option name x type",
            "option name x type combo",
            "info string option name x type check",
            "\u{0}option name x type check",
        ] {
            assert_eq!(DeclaredOption::parse(line), None, "{line:?}");
        }
    }
}
