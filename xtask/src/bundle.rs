//! The site's folder: the browser bundle and stylesheet under `pkg/<hash>/`, `public/` at the top.
//! It is written beside the old one and put in its place whole, so that no server sees half of it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::{compress, style, tools, trim};

/// How the browser's half is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// As shipped: small, fat LTO.
    Release,
    /// As fast to build as can be.
    Dev,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Profile::Release => "wasm-release",
            Profile::Dev => "dev",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Profile::Release => "wasm-release",
            Profile::Dev => "debug",
        }
    }
}

/// What the first visit may cost, in bytes after brotli: everything but the page itself.
pub const FIRST_VISIT_BUDGET: usize = 350_000;

/// Compiles the browser's half and writes the whole site into `site`, replacing what was there.
pub fn build_site(site: &Path, profile: Profile) -> Result<()> {
    tools::ensure_wasm_target()?;
    let wasm = compile(profile)?;
    let package = bindgen(&wasm, profile)?;
    let sheet = style::bundle(tools::root())?;
    let fresh = site.with_extension("new");
    write_site(&fresh, &package, &sheet, profile)?;
    remove(site)?;
    fs::rename(&fresh, site).with_context(|| site.display().to_string())
}

struct Package {
    js: Vec<u8>,
    wasm: Vec<u8>,
}

fn compile(profile: Profile) -> Result<PathBuf> {
    let target = tools::wasm_target();
    tools::run(
        tools::cargo(&[
            "rustc",
            "--package",
            "app",
            "--lib",
            "--crate-type",
            "cdylib",
        ])
        .args([
            "--target",
            "wasm32-unknown-unknown",
            "--features",
            "hydrate",
        ])
        .args(["--profile", profile.name()])
        .env("CARGO_TARGET_DIR", &target),
    )?;
    Ok(target
        .join("wasm32-unknown-unknown")
        .join(profile.folder())
        .join("app.wasm"))
}

fn bindgen(wasm: &Path, profile: Profile) -> Result<Package> {
    let out = tools::wasm_target().join("bindgen");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let trimmed = trim::trim(&fs::read(wasm)?)?;
    wasm_bindgen_cli_support::Bindgen::new()
        .input_bytes("ponder", trimmed)
        .out_name("ponder")
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(profile == Profile::Release)
        .remove_producers_section(profile == Profile::Release)
        .generate(&out)?;
    if out.join("snippets").exists() {
        bail!("the bundle brought JavaScript snippets, which the site does not serve");
    }
    Ok(Package {
        js: fs::read(out.join("ponder.js"))?,
        wasm: fs::read(out.join("ponder_bg.wasm"))?,
    })
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

fn write_site(site: &Path, package: &Package, sheet: &str, profile: Profile) -> Result<()> {
    let hash = hash(&[&package.js, &package.wasm, sheet.as_bytes()]);
    remove(site)?;
    let folder = site.join("pkg").join(&hash);
    fs::create_dir_all(&folder)?;
    let parts = [
        ("ponder.js", package.js.as_slice()),
        ("ponder_bg.wasm", &package.wasm),
        ("ponder.css", sheet.as_bytes()),
    ];
    fs::write(site.join("pkg").join("current"), &hash)?;
    copy(&tools::root().join("public"), site)?;
    if profile == Profile::Dev {
        // Compressing takes longer than all the rest, and nobody waits on a local line.
        return parts
            .iter()
            .try_for_each(|(name, bytes)| Ok(fs::write(folder.join(name), bytes)?));
    }
    let mut first_visit = Vec::new();
    for (name, bytes) in parts {
        let size = compress::write_with_compressed(&folder.join(name), bytes)?;
        first_visit.push((name, bytes.len(), size));
    }
    for name in ["engine-worker.js", "favicon.svg", "manifest.webmanifest"] {
        let bytes = fs::read(site.join(name)).with_context(|| format!("public/{name}"))?;
        first_visit.push((name, bytes.len(), compress::brotli(&bytes)?.len()));
    }
    weigh_first_visit(&first_visit)
}

/// The first sixteen hex digits of the SHA-256 of all parts.
fn hash(parts: &[&[u8]]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    digest
        .finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Prints what the first visit loads; more than the budget is an error.
fn weigh_first_visit(files: &[(&str, usize, usize)]) -> Result<()> {
    println!("{:>9} {:>9}  first visit, bytes", "plain", "brotli");
    for (name, plain, brotli) in files {
        println!("{plain:>9} {brotli:>9}  {name}");
    }
    let total: usize = files.iter().map(|(_, _, brotli)| brotli).sum();
    println!("{:>9} {total:>9}  in all, of {FIRST_VISIT_BUDGET}", "");
    if total > FIRST_VISIT_BUDGET {
        bail!(
            "the first visit is {} bytes over its budget",
            total - FIRST_VISIT_BUDGET
        );
    }
    Ok(())
}
