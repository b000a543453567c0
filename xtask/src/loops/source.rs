//! A crate's files, and which file defines what a path names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Ident, Item, UseTree, Visibility};

use crate::rust_files::{self, ModulePath, is_test, is_test_file, module_of};

/// No path in the house has more names.
const MAX_NAMES: usize = 16;

/// A crate's source, without its tests.
pub struct Crate {
    files: Vec<File>,
    /// The files by their modules' paths.
    modules: BTreeMap<ModulePath, usize>,
}

struct File {
    path: PathBuf,
    module: ModulePath,
    /// The names that it defines itself.
    defines: BTreeSet<String>,
    /// The names that its `use` lines give, re-exports included, with their paths.
    uses: Vec<(String, ModulePath)>,
    /// The modules of its glob imports.
    globs: Vec<ModulePath>,
    /// Every path in it, but re-exports that the file itself does not use.
    paths: Vec<ModulePath>,
    /// The names that stand in it without a path.
    bare_names: BTreeSet<String>,
    /// The names that it re-exports, with their paths.
    reexports: Vec<(String, ModulePath)>,
}

impl Crate {
    /// Reads all files below `src`.
    ///
    /// # Errors
    /// A file cannot be read, or is no Rust.
    pub fn read(src: &Path) -> Result<Self> {
        let files = rust_files::find(src)?
            .into_iter()
            .filter(|path| !is_test_file(path.strip_prefix(src).unwrap_or(path)))
            .map(|path| File::read(src, path))
            .collect::<Result<Vec<_>>>()?;
        let modules = files.iter().enumerate();
        let modules = modules
            .map(|(index, file)| (file.module.clone(), index))
            .collect();
        Ok(Self { files, modules })
    }

    /// How many files there are.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Where a file is.
    pub fn path(&self, file: usize) -> String {
        self.files[file].path.display().to_string()
    }

    /// The files that each file imports, and a path by which it does.
    pub fn imports(&self) -> Vec<BTreeMap<usize, String>> {
        let imports = |(index, file): (usize, &File)| {
            let named = file.paths.iter();
            let mut found: BTreeMap<usize, String> = named
                .filter_map(|path| {
                    let definer = self.definer(path, &mut BTreeSet::new())?;
                    Some((definer, path.join("::")))
                })
                .collect();
            found.remove(&index);
            found
        };
        self.files.iter().enumerate().map(imports).collect()
    }

    /// The file that defines what a path names; `None` where the path leads out of the crate.
    fn definer(&self, path: &ModulePath, seen: &mut BTreeSet<ModulePath>) -> Option<usize> {
        // Names that lead in a cycle, or ever deeper, lead out of the crate: `use rand::rand`.
        if path.len() > MAX_NAMES || !seen.insert(path.clone()) {
            return None;
        }
        let known = (0..=path.len())
            .rev()
            .find(|&length| self.modules.contains_key(&path[..length]))?;
        let index = self.modules[&path[..known]];
        let file = &self.files[index];
        let Some(name) = path.get(known) else {
            return Some(index);
        };
        if file.defines.contains(name) {
            return Some(index);
        }
        if let Some((_, target)) = file.uses.iter().find(|(known, _)| known == name) {
            let target = target.iter().chain(&path[known + 1..]).cloned().collect();
            return self.definer(&target, seen);
        }
        file.globs.iter().find_map(|target| {
            let target: ModulePath = target.iter().chain(&path[known..]).cloned().collect();
            let found = self.definer(&target, seen)?;
            // A module that has nothing of this name only leads to itself.
            self.files[found]
                .defines
                .contains(target.last()?)
                .then_some(found)
        })
    }
}

impl File {
    fn read(src: &Path, path: PathBuf) -> Result<Self> {
        let tree = rust_files::parse(&path)?;
        let mut file = Self {
            module: module_of(path.strip_prefix(src)?),
            path,
            defines: BTreeSet::new(),
            uses: Vec::new(),
            globs: Vec::new(),
            paths: Vec::new(),
            bare_names: BTreeSet::new(),
            reexports: Vec::new(),
        };
        let module = file.module.clone();
        file.take(tree.items, &module, true);
        let used = std::mem::take(&mut file.reexports).into_iter();
        let used = used.filter(|(name, _)| file.bare_names.contains(name));
        file.paths.extend(used.map(|(_, path)| path));
        Ok(file)
    }

    /// Adds the items of a module, the file's own or an inline one.
    fn take(&mut self, items: Vec<Item>, module: &ModulePath, is_own: bool) {
        for item in items {
            match item {
                Item::Use(item) if !is_test(&item.attrs) => {
                    let passes_on = !matches!(item.vis, Visibility::Inherited);
                    let mut leaves = Vec::new();
                    flatten(&item.tree, &mut Vec::new(), &mut leaves);
                    for leaf in leaves {
                        self.take_leaf(leaf, module, is_own, passes_on);
                    }
                }
                Item::Mod(item) if !is_test(&item.attrs) => {
                    if let Some((_, items)) = item.content {
                        self.defines.insert(item.ident.to_string());
                        let mut inner = module.clone();
                        inner.push(item.ident.to_string());
                        self.take(items, &inner, false);
                    }
                }
                Item::Use(_) | Item::Mod(_) => {}
                item => {
                    if is_own && let Some(name) = name_of(&item) {
                        self.defines.insert(name);
                    }
                    if !attributes(&item).is_some_and(is_test) {
                        self.take_paths(item.into_token_stream(), module);
                    }
                }
            }
        }
    }

    fn take_leaf(&mut self, leaf: Leaf, module: &ModulePath, is_own: bool, passes_on: bool) {
        let Some(path) = from_root(&leaf.path, module) else {
            return;
        };
        match (&leaf.known_as, passes_on) {
            (_, false) => self.paths.push(path.clone()),
            (Some(name), true) if is_own => self.reexports.push((name.clone(), path.clone())),
            _ => {}
        }
        match leaf.known_as {
            None => self.globs.push(path),
            Some(name) if is_own => self.uses.push((name, path)),
            Some(_) => {}
        }
    }

    /// Adds every path among the tokens, those in macros included.
    fn take_paths(&mut self, tokens: TokenStream, module: &ModulePath) {
        let mut names: ModulePath = Vec::new();
        let mut colons = 0;
        let ends = |file: &mut Self, names: &mut ModulePath| {
            match names.len() {
                0 => {}
                1 => file.bare_names.extend(names.pop()),
                _ => file.paths.extend(from_root(names, module)),
            }
            names.clear();
        };
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        ends(self, &mut names);
                    }
                    names.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(point) if point.as_char() == ':' && !names.is_empty() => {
                    colons += 1;
                }
                TokenTree::Group(group) => {
                    ends(self, &mut names);
                    colons = 0;
                    self.take_paths(group.stream(), module);
                }
                _ => {
                    ends(self, &mut names);
                    colons = 0;
                }
            }
        }
        ends(self, &mut names);
    }
}

/// One name of a `use` line.
struct Leaf {
    path: ModulePath,
    /// `None` for a glob.
    known_as: Option<String>,
}

fn flatten(tree: &UseTree, before: &mut ModulePath, leaves: &mut Vec<Leaf>) {
    let mut leaf =
        |path: ModulePath, known_as: Option<String>| leaves.push(Leaf { path, known_as });
    let with = |name: &Ident| {
        let last = (name != "self").then(|| name.to_string());
        before.iter().cloned().chain(last).collect::<ModulePath>()
    };
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, leaves);
            before.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, before, leaves);
            }
        }
        UseTree::Glob(_) => leaf(before.clone(), None),
        UseTree::Name(name) => {
            let path = with(&name.ident);
            let known_as = path.last().cloned();
            leaf(path, known_as);
        }
        UseTree::Rename(rename) => leaf(with(&rename.ident), Some(rename.rename.to_string())),
    }
}

/// A path from the crate's root; `None` where it leads into another crate, or nowhere known.
fn from_root(names: &[String], module: &ModulePath) -> Option<ModulePath> {
    let first = names.first()?;
    let mut base = module.clone();
    let rest = match &**first {
        "crate" => {
            base.clear();
            &names[1..]
        }
        "self" => &names[1..],
        "super" => {
            let ups = names.iter().take_while(|name| *name == "super").count();
            base.truncate(base.len().checked_sub(ups)?);
            &names[ups..]
        }
        // A module below this one, or a name that a `use` line has given.
        _ => names,
    };
    base.extend_from_slice(rest);
    Some(base)
}

fn attributes(item: &Item) -> Option<&[Attribute]> {
    match item {
        Item::Fn(item) => Some(&item.attrs),
        Item::Impl(item) => Some(&item.attrs),
        Item::Const(item) => Some(&item.attrs),
        Item::Struct(item) => Some(&item.attrs),
        Item::Macro(item) => Some(&item.attrs),
        _ => None,
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
