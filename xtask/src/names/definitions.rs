//! Finds the names that a crate defines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Item;

use crate::rust_files::{self, ModulePath, is_test, is_test_file, module_of};
use crate::tools;

/// A name and the file that defines it, or whose name it is.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Definition {
    /// From the checkout's root.
    pub path: String,
    pub name: String,
}

/// The names that the files of a crate define, tests and examples included, each once a file, and
/// the names of its files and folders, as `name.rs`.
///
/// # Errors
/// A file cannot be read, or is not Rust.
pub fn of_crate(name: &str) -> Result<BTreeSet<Definition>> {
    let mut found = BTreeSet::new();
    for part in ["src", "tests", "examples", "benches"] {
        let folder = tools::root().join(name).join(part);
        if !folder.is_dir() {
            continue;
        }
        for file in rust_files::find(&folder)? {
            let below = file.strip_prefix(tools::root())?;
            let mut add = |path: &Path, name: String| {
                let path = path.display().to_string();
                found.insert(Definition { path, name });
            };
            for name in defined_names(rust_files::parse(&file)?.into_token_stream()) {
                add(below, name);
            }
            for path in below.ancestors() {
                if path.ends_with(part) {
                    break;
                }
                if let Some(stem) = path.file_stem() {
                    add(path, format!("{}.rs", stem.to_string_lossy()));
                }
            }
        }
    }
    Ok(found)
}

/// Words that a defined name follows.
const KEYWORDS: [&str; 9] = [
    "struct", "enum", "trait", "type", "union", "fn", "const", "static", "mod",
];

/// Words that may stand between such a word and the name.
const MODIFIERS: [&str; 5] = ["mut", "unsafe", "async", "extern", "ref"];

/// The names that are defined among the tokens, in blocks and macros, too. `mod name;` is left out:
/// its file is counted.
fn defined_names(tokens: TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut tokens = tokens.into_iter().peekable();
    // The keyword before this token, where a name may follow.
    let mut keyword: Option<String> = None;
    let mut after_star = false;
    while let Some(token) = tokens.next() {
        let mut is_star = false;
        match token {
            TokenTree::Ident(word) => {
                let word = word.to_string();
                if KEYWORDS.contains(&&*word) {
                    // `*const T` is a pointer.
                    keyword = (!after_star).then_some(word);
                } else if let Some(before) = &keyword
                    && !MODIFIERS.contains(&&*word)
                {
                    let is_file = before == "mod"
                        && matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ';');
                    if !is_file {
                        found.insert(word);
                    }
                    keyword = None;
                }
            }
            TokenTree::Group(group) => {
                keyword = None;
                found.extend(defined_names(group.stream()));
            }
            TokenTree::Punct(point) => {
                keyword = None;
                is_star = point.as_char() == '*';
            }
            TokenTree::Literal(_) => {}
        }
        after_star = is_star;
    }
    found
}

/// The type names of the crate whose sources are in `src`, each with the modules that define it;
/// tests are left out. A program of `src/bin` is a crate of its own.
///
/// # Errors
/// A file cannot be read, or is not Rust.
pub fn type_names(src: &Path) -> Result<BTreeMap<String, Vec<String>>> {
    let mut programs: BTreeMap<Option<String>, TypeModules> = BTreeMap::new();
    for file in rust_files::find(src)? {
        let below = file.strip_prefix(src)?;
        if is_test_file(below) {
            continue;
        }
        let module = module_of(below);
        let program = match &module[..] {
            [bin, program, ..] if bin == "bin" => Some(program.clone()),
            _ => None,
        };
        let types = programs.entry(program).or_default();
        collect_types(rust_files::parse(&file)?.items, &module, types);
    }
    let mut found = BTreeMap::new();
    for (name, modules) in programs.into_values().flatten() {
        let modules: Vec<String> = modules.iter().map(|module| module.join("::")).collect();
        let known: &mut Vec<String> = found.entry(name).or_default();
        // The same name in two programs is not repeated.
        if modules.len() > known.len() {
            *known = modules;
        }
    }
    Ok(found)
}

/// Type names with the modules that define them.
type TypeModules = BTreeMap<String, BTreeSet<ModulePath>>;

fn collect_types(items: Vec<Item>, module: &ModulePath, found: &mut TypeModules) {
    for item in items {
        let (name, attributes) = match &item {
            Item::Enum(item) => (&item.ident, &item.attrs),
            Item::Struct(item) => (&item.ident, &item.attrs),
            Item::Trait(item) => (&item.ident, &item.attrs),
            Item::Type(item) => (&item.ident, &item.attrs),
            Item::Union(item) => (&item.ident, &item.attrs),
            Item::Mod(inner) if !is_test(&inner.attrs) => {
                let mut path = module.clone();
                path.push(inner.ident.to_string());
                if let Item::Mod(inner) = item
                    && let Some((_, items)) = inner.content
                {
                    collect_types(items, &path, found);
                }
                continue;
            }
            _ => continue,
        };
        if !is_test(attributes) {
            let modules = found.entry(name.to_string()).or_default();
            modules.insert(module.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> Vec<String> {
        let tokens: TokenStream = source.parse().unwrap();
        defined_names(tokens).into_iter().collect()
    }

    #[test]
    fn defined_names_are_found_in_blocks_and_macros_and_used_ones_are_not() {
        let source = "
            pub const fn a<const N: usize>(x: B) -> C { struct D; static mut E: u8 = f(); D.g() }
            macro! { trait H { type I; fn j(&self); } }
            mod k { pub enum L { M } }
            impl From<O> for P { fn q(r: *const S, t: fn(u8)) {} }
        ";
        let expected = ["D", "E", "H", "I", "L", "N", "a", "j", "k", "q"];
        assert_eq!(names(source), expected);
    }

    #[test]
    fn a_module_of_its_own_file_is_counted_as_the_file() {
        assert!(names("mod a;").is_empty());
    }

    #[test]
    fn types_are_told_by_their_modules_without_tests() {
        let source = "
            struct A; #[cfg(a)] struct B; #[cfg(not(a))] struct B;
            mod inner { enum A {} }
            #[cfg(test)] mod tests { struct A; }
        ";
        let mut found = BTreeMap::new();
        let items = syn::parse_file(source).unwrap().items;
        collect_types(items, &vec!["m".to_owned()], &mut found);
        let of = |name: &str| found[name].iter().map(|m| m.join("::")).collect::<Vec<_>>();
        assert_eq!(of("A"), ["m", "m::inner"]);
        assert_eq!(of("B"), ["m"]);
    }
}
