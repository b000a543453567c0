//! `names`: the vocabulary. Finds names that have been given up (`names/forbidden.txt`) and type
//! names that a crate defines more than once.

mod definitions;
mod list;

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use crate::tools;
use definitions::{Definition, type_names};
use list::{Entry, parse};

/// Lists the forbidden and the repeated names of each crate.
///
/// # Errors
/// There is one, or a file cannot be read.
pub fn names() -> Result<()> {
    let forbidden = parse(include_str!("names/forbidden.txt"))?;
    let allowed = parse(include_str!("names/allowed.txt"))?;
    let repeated_on_purpose = parse(include_str!("names/repeated.txt"))?;
    let mut found = 0;
    let mut unused: Vec<&Entry> = allowed.iter().collect();
    for name in tools::workspace_members()? {
        let definitions = definitions::of_crate(&name)?;
        let given_up = given_up(&definitions, &forbidden, &allowed);
        unused.retain(|entry| {
            !definitions
                .iter()
                .any(|it| entry.matches(&it.path, &it.name))
        });
        let folder = tools::root().join(&name).join("src");
        let repeated = repeated(&name, &type_names(&folder)?, &repeated_on_purpose);
        println!(
            "{name}: {} forbidden, {} repeated",
            given_up.len(),
            repeated.len()
        );
        for line in given_up.iter().chain(&repeated) {
            println!("  {line}");
        }
        found += given_up.len() + repeated.len();
    }
    if let Some(entry) = unused.first() {
        bail!(
            "{} is allowed in {} and not defined there",
            entry.name,
            entry.place
        );
    }
    match found {
        0 => Ok(()),
        _ => bail!("{found} names are forbidden or repeated"),
    }
}

/// The definitions whose names are forbidden where they are, each with the name to use instead.
fn given_up<'a>(
    definitions: impl IntoIterator<Item = &'a Definition>,
    forbidden: &[Entry],
    allowed: &[Entry],
) -> Vec<String> {
    let instead = |definition: &Definition| {
        let matches = |entry: &&Entry| entry.matches(&definition.path, &definition.name);
        let entry = forbidden.iter().find(matches)?;
        match allowed.iter().any(|entry| matches(&entry)) {
            true => None,
            false => Some(format!(
                "{} in {}: say {}",
                definition.name, definition.path, entry.note
            )),
        }
    };
    definitions.into_iter().filter_map(instead).collect()
}

/// The type names with more than one module, each with its modules.
fn repeated(
    name_of_crate: &str,
    types: &BTreeMap<String, Vec<String>>,
    allowed: &[Entry],
) -> Vec<String> {
    let is_allowed = |name: &str| {
        allowed
            .iter()
            .any(|entry| entry.place == name_of_crate && entry.name == name)
    };
    types
        .iter()
        .filter(|(name, modules)| modules.len() > 1 && !is_allowed(name))
        .map(|(name, modules)| format!("{name} in {}", modules.join(", ")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(path: &str, name: &str) -> Definition {
        Definition {
            path: path.to_owned(),
            name: name.to_owned(),
        }
    }

    #[test]
    fn a_forbidden_name_is_found_in_its_place_only() {
        let forbidden = parse("a/src/b  Deed  Action\n").unwrap();
        let definitions = [
            definition("a/src/b/c.rs", "Deed"),
            definition("a/src/bc.rs", "Deed"),
            definition("a/src/b/c.rs", "Deeds"),
        ];
        assert_eq!(
            given_up(&definitions, &forbidden, &[]),
            ["Deed in a/src/b/c.rs: say Action"]
        );
    }

    #[test]
    fn an_allowed_name_is_not_counted() {
        let forbidden = parse("a  Deed  Action\n").unwrap();
        let allowed = parse("a/src/legal.rs  Deed  the legal document\n").unwrap();
        let definitions = [definition("a/src/legal.rs", "Deed")];
        assert!(given_up(&definitions, &forbidden, &allowed).is_empty());
    }

    #[test]
    fn a_type_name_of_two_modules_is_repeated() {
        let types = BTreeMap::from([
            ("Row".to_owned(), vec!["a".to_owned(), "b::c".to_owned()]),
            ("Column".to_owned(), vec!["a".to_owned()]),
        ]);
        assert_eq!(repeated("x", &types, &[]), ["Row in a, b::c"]);
        let allowed = parse("x  Row  each table has its own\n").unwrap();
        assert!(repeated("x", &types, &allowed).is_empty());
        assert_eq!(repeated("y", &types, &allowed).len(), 1);
    }

    #[test]
    fn the_committed_lists_are_well_formed() {
        for list in [
            include_str!("names/forbidden.txt"),
            include_str!("names/allowed.txt"),
            include_str!("names/repeated.txt"),
        ] {
            parse(list).unwrap();
        }
    }
}
