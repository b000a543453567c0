//! A PostgreSQL server of the tests' own, where one is installed.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, ensure};

/// The variable that tells tests of the server.
pub const VARIABLE: &str = "PONDER_TEST_POSTGRES";

/// Where Debian has the programs of each version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Runs the server until its input ends, which it does when this program ends, however that is; then empties
/// its folder.
const UNTIL_INPUT_ENDS: &str = r#"
"$1/postgres" -D "$2" -k "$2" -c listen_addresses= -c fsync=off -c max_connections=500 \
    -c logging_collector=off >"$2/log" 2>&1 &
for i in $(seq 200); do
    "$1/pg_isready" -q -h "$2" && echo ready && break
    sleep 0.1
done
read -r _
kill -INT $!
wait
rm -rf "$2"/* "$2"/.s.*
"#;

/// A running server; it ends when this is dropped.
pub struct PostgresServer {
    shell: Child,
    /// Closed when this is dropped, or the program ends.
    input: Option<ChildStdin>,
    folder: PathBuf,
}

impl PostgresServer {
    /// Starts a server in a temporary folder; `None` where PostgreSQL is not installed.
    ///
    /// # Errors
    /// It does not start.
    pub fn start() -> Result<Option<Self>> {
        let Some(programs) = programs() else {
            return Ok(None);
        };
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ponder-postgres-{}-{number}", std::process::id());
        let folder = env::temp_dir().join(name);
        fs::create_dir(&folder).context("a temporary folder")?;
        let started = Self::start_in(&programs, &folder);
        if started.is_err() {
            fs::remove_dir_all(&folder).ok();
        }
        started.map(Some)
    }

    fn start_in(programs: &Path, folder: &Path) -> Result<Self> {
        let user = unprivileged()?;
        if let Some(user) = user {
            chown(folder, Some(user), None)?;
        }
        let mut initdb = command(&programs.join("initdb"), user);
        initdb.args([
            "--no-sync",
            "--auth=trust",
            "--username=ponder",
            "--encoding=UTF8",
        ]);
        initdb.args(["--locale=C", "--pgdata"]).arg(folder);
        let made = initdb.output().context("initdb")?;
        let said = String::from_utf8_lossy(&made.stderr);
        ensure!(made.status.success(), "initdb: {said}");
        let mut shell = command(Path::new("/bin/sh"), user)
            .args(["-c", UNTIL_INPUT_ENDS, "postgres"])
            .args([programs, folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Signals of the terminal are not for it: it ends when this program has.
            .process_group(0)
            .spawn()
            .context("sh")?;
        let input = shell.stdin.take();
        let mut ready = String::new();
        let output = shell.stdout.take().context("its output")?;
        BufReader::new(output).read_line(&mut ready)?;
        ensure!(ready == "ready\n", "PostgreSQL did not start");
        Ok(Self {
            shell,
            input,
            folder: folder.to_owned(),
        })
    }

    /// The address of its database `postgres`.
    pub fn url(&self) -> String {
        let folder = self.folder.display();
        format!("postgres://ponder@localhost/postgres?host={folder}")
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        drop(self.input.take());
        self.shell.wait().ok();
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// The folder of `postgres` and `initdb`: the newest of Debian's, or one of `PATH`.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let version =
        |entry: &fs::DirEntry| -> Option<f32> { entry.file_name().to_str()?.parse().ok() };
    let mut versions: Vec<(f32, PathBuf)> = versions
        .filter_map(|entry| Some((version(&entry)?, entry.path().join("bin"))))
        .collect();
    versions.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let versions = versions.into_iter().map(|(_, folder)| folder);
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = versions.chain(env::split_paths(&path));
    let has_all = |folder: &PathBuf| {
        ["postgres", "initdb", "pg_isready"]
            .iter()
            .all(|program| folder.join(program).exists())
    };
    folders.find(has_all)
}

/// PostgreSQL does not run as root: the id of the user `postgres` or `nobody` then.
fn unprivileged() -> Result<Option<u32>> {
    let id = |arguments: &[&str]| -> Option<u32> {
        let output = Command::new("id").arg("-u").args(arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    if id(&[]) != Some(0) {
        return Ok(None);
    }
    let other = id(&["postgres"]).or_else(|| id(&["nobody"]));
    other.map(Some).context("PostgreSQL does not run as root")
}

fn command(program: &Path, user: Option<u32>) -> Command {
    let mut command = Command::new(program);
    command.current_dir("/");
    if let Some(user) = user {
        command.uid(user);
    }
    command
}
