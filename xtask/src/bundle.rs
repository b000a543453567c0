//! Builds the site's folder: the browser bundle and style sheets under `pkg/<hash>/`, `public/` at
//! the top. It is written beside the old one and renamed, so that no server sees half of it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use sha2::{Digest, Sha256};

use crate::site_inputs::Inputs;
use crate::{compress, loaders, minify, shorten, slim, style, tools};

/// How the browser bundle is compiled.
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

/// The budget of the first visit in bytes after brotli, without the document itself.
pub const FIRST_VISIT_BUDGET: usize = 322_000;

/// Compiles the browser bundle and writes the whole site into `site`, replacing what was there. A
/// site that was made of the same inputs is left as it is.
pub fn build_site(site: &Path, profile: Profile) -> Result<()> {
    tools::ensure_wasm_target()?;
    let wasm = compile(profile)?;
    let inputs = Inputs::of(site, profile.name(), &[&wasm, &network_file()])?;
    if inputs.made(site) {
        println!("{} is up to date", site.display());
        return Ok(());
    }
    inputs.forget()?;
    let mut package = bindgen(&wasm, profile)?;
    let fresh = site.with_extension("new");
    package.later.push(network()?);
    let mut sheets = style::bundle(tools::root())?.into_iter().map(Part::sheet);
    package.now.extend(sheets.next());
    package.later.extend(sheets);
    write_site(&fresh, &package, profile)?;
    remove(site)?;
    fs::rename(&fresh, site).with_context(|| site.display().to_string())?;
    inputs.record()
}

/// A file of the package.
struct Part {
    name: String,
    bytes: Vec<u8>,
}

impl Part {
    fn sheet(bundle: style::Bundle) -> Part {
        Part {
            name: bundle.name,
            bytes: bundle.css.into_bytes(),
        }
    }
}

struct Package {
    /// Loaded with the page.
    now: Vec<Part>,
    /// Loaded on demand.
    later: Vec<Part>,
}

/// The network's file name, by which the worker fetches it.
const NETWORK: &str = "intuition.nnue";

/// The script that loads the lazy parts.
const SPLIT_JS: &str = "ponder_split.js";

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
        .args(without_registry_paths()?)
        // The splitter needs the relocations.
        .args(["--", "-Clink-arg=--emit-relocs"])
        .env("CARGO_TARGET_DIR", &target),
    )?;
    Ok(target
        .join("wasm32-unknown-unknown")
        .join(profile.folder())
        .join("app.wasm"))
}

/// What leaves the folders of downloaded crates out of the paths that panics name: they are this
/// machine's, and 0.6 KB of a first visit.
fn without_registry_paths() -> Result<Vec<String>> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let sources = home.map(|home| home.join("registry/src"));
    let Some(sources) = sources.filter(|folder| folder.is_dir()) else {
        return Ok(Vec::new());
    };
    let mut flags = Vec::new();
    for registry in fs::read_dir(&sources)? {
        flags.push(format!(
            "--remap-path-prefix={}/=",
            registry?.path().display()
        ));
    }
    let flags = format!("target.wasm32-unknown-unknown.rustflags={flags:?}");
    Ok(vec!["--config".to_owned(), flags])
}

fn bindgen(wasm: &Path, profile: Profile) -> Result<Package> {
    let out = tools::wasm_target().join("bindgen");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let (whole, later) = split(wasm, &out)?;
    wasm_bindgen_cli_support::Bindgen::new()
        .input_bytes("ponder", whole)
        .out_name("ponder")
        .web(true)?
        .typescript(false)
        .keep_lld_exports(true) // the lazy parts share the table of functions
        .omit_default_module_path(true)
        .remove_name_section(profile == Profile::Release)
        .remove_producers_section(profile == Profile::Release)
        .generate(&out)?;
    if out.join("snippets").exists() {
        bail!("the bundle brought JavaScript snippets, which the site does not serve");
    }
    let [script, module] = ["ponder.js", "ponder_bg.wasm"].map(|name| out.join(name));
    let (wasm, js) = shorten::shorten(&fs::read(&module)?, &fs::read_to_string(&script)?)?;
    fs::write(module, wasm)?;
    fs::write(script, js)?;
    let now = ["ponder.js", "ponder_bg.wasm", SPLIT_JS];
    Ok(Package {
        now: read_all(&out, now.map(str::to_owned))?,
        later: read_all(&out, later)?,
    })
}

/// The network that evaluates positions; the worker fetches it after its start.
fn network() -> Result<Part> {
    let path = network_file();
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    Ok(Part {
        name: NETWORK.to_owned(),
        bytes,
    })
}

fn network_file() -> PathBuf {
    tools::root().join("engine").join(NETWORK)
}

/// Cuts off the parts that `app/src/pages/bundles.rs` loads: what is left, and the files' names in `out`.
fn split(wasm: &Path, out: &Path) -> Result<(Vec<u8>, Vec<String>)> {
    let input = fs::read(wasm)?;
    let main = out.join("main.wasm");
    let link = format!("./{SPLIT_JS}");
    let mut options = wasm_split_cli_support::Options::new(&input);
    options.output_dir = out;
    options.main_out_path = &main;
    options.link_name = &link;
    options.main_module = "./ponder.js";
    let split = wasm_split_cli_support::transform(options).map_err(|error| anyhow!("{error:#}"))?;
    let script = out.join(SPLIT_JS);
    fs::write(&script, loaders::shorten(&fs::read_to_string(&script)?)?)?;
    let names = split.split_modules.iter().map(|path| without_hash(path));
    Ok((fs::read(&main)?, names.collect::<Result<_>>()?))
}

/// Gives a file of the splitter's its name without the hash, and returns that.
fn without_hash(path: &Path) -> Result<String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{}.wasm", loaders::bare(&stem));
    let bare = path.with_file_name(&name);
    if bare != path {
        ensure!(!bare.exists(), "two parts are called {name}");
        fs::rename(path, bare)?;
    }
    Ok(name)
}

fn read_all(folder: &Path, names: impl IntoIterator<Item = String>) -> Result<Vec<Part>> {
    let read = |name: String| {
        let mut bytes = fs::read(folder.join(&name)).with_context(|| name.clone())?;
        if name.ends_with(".wasm") {
            bytes = slim::slim(&bytes)?;
        } else if name.ends_with(".js") {
            bytes = minify::minify(std::str::from_utf8(&bytes)?)?.into_bytes();
        }
        Ok(Part { name, bytes })
    };
    names.into_iter().map(read).collect()
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

fn write_site(site: &Path, package: &Package, profile: Profile) -> Result<()> {
    let hash = hash(package.now.iter().chain(&package.later));
    remove(site)?;
    let folder = site.join("pkg").join(&hash);
    fs::create_dir_all(&folder)?;
    fs::write(site.join("pkg").join("current"), &hash)?;
    copy(&tools::root().join("public"), site)?;
    write_service_worker(site, &hash, package)?;
    if profile == Profile::Dev {
        // Compressing takes longer than all the rest and gains nothing on localhost.
        let mut parts = package.now.iter().chain(&package.later);
        return parts.try_for_each(|part| Ok(fs::write(folder.join(&part.name), &part.bytes)?));
    }
    let compress = |part: &Part| {
        let brotli = compress::write_with_compressed(&folder.join(&part.name), &part.bytes)?;
        Ok(Weight::new(&part.name, &part.bytes, brotli))
    };
    let mut first_visit = package
        .now
        .iter()
        .map(compress)
        .collect::<Result<Vec<_>>>()?;
    for name in [
        "engine-worker.js",
        "service-worker.js",
        "favicon.svg",
        "manifest.webmanifest",
    ] {
        let bytes = fs::read(site.join(name)).with_context(|| format!("public/{name}"))?;
        first_visit.push(Weight::new(name, &bytes, compress::brotli(&bytes)?.len()));
    }
    let later = package
        .later
        .iter()
        .map(compress)
        .collect::<Result<Vec<_>>>()?;
    weigh(&first_visit, &later)
}

/// Writes into the service worker the files to cache: the bundle and what documents link.
fn write_service_worker(site: &Path, hash: &str, package: &Package) -> Result<()> {
    let bundle = package.now.iter().chain(&package.later);
    let bundle = bundle.map(|part| format!("/pkg/{hash}/{}", part.name));
    let public = [
        "/engine-worker.js",
        "/favicon.svg",
        "/icon.svg",
        "/manifest.webmanifest",
    ];
    let public = public.map(str::to_owned).into_iter().chain(faces(site)?);
    let files: Vec<String> = bundle.chain(public).collect();
    let path = site.join("service-worker.js");
    let script = fs::read_to_string(&path).context("public/service-worker.js")?;
    // Its comments are for us.
    let code = script.lines().filter(|line| !line.starts_with("//"));
    let script = code
        .collect::<Vec<_>>()
        .join("\n")
        .replace("__BUILD__", hash)
        .replace("__FILES__", &files.join(" "));
    Ok(fs::write(&path, script)?)
}

/// The addresses of the characters' pictures, which the playing page shows offline, too.
fn faces(site: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(site.join("characters")).context("public/characters")?;
    let mut faces = entries
        .map(|entry| Ok(format!("/characters/{}", entry?.file_name().display())))
        .collect::<Result<Vec<_>>>()?;
    faces.sort_unstable();
    Ok(faces)
}

/// A file's size, bytes.
struct Weight {
    name: String,
    plain: usize,
    brotli: usize,
}

impl Weight {
    fn new(name: &str, bytes: &[u8], brotli: usize) -> Weight {
        Weight {
            name: name.to_owned(),
            plain: bytes.len(),
            brotli,
        }
    }
}

/// The first sixteen hex digits of the SHA-256 of all parts.
fn hash<'a>(parts: impl Iterator<Item = &'a Part>) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.bytes.len() as u64).to_le_bytes());
        digest.update(&part.bytes);
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

/// Prints the sizes of the first visit and of the lazy parts.
///
/// # Errors
/// The first visit is over its budget.
fn weigh(first_visit: &[Weight], later: &[Weight]) -> Result<()> {
    let line = |weight: &Weight| {
        println!("{:>9} {:>9}  {}", weight.plain, weight.brotli, weight.name);
    };
    println!("{:>9} {:>9}  first visit, bytes", "plain", "brotli");
    first_visit.iter().for_each(line);
    let total: usize = first_visit.iter().map(|weight| weight.brotli).sum();
    println!("{:>9} {total:>9}  in all, of {FIRST_VISIT_BUDGET}", "");
    println!("{:>9} {:>9}  when asked for", "", "");
    later.iter().for_each(line);
    if total > FIRST_VISIT_BUDGET {
        bail!(
            "the first visit is {} bytes over its budget",
            total - FIRST_VISIT_BUDGET
        );
    }
    Ok(())
}
