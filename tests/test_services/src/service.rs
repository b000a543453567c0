//! A program that runs in a folder until its input ends.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// Runs a program until the input ends, which it does when its writer ends, however that is; then empties the
/// folder, unless the input was "stop".
const UNTIL_INPUT_ENDS: &str = r#"
folder=$1 is_ready=$2
shift 2
"$@" >>"$folder/log" 2>&1 &
ready=no
for i in $(seq 200); do
    sh -c "$is_ready" >/dev/null 2>&1 && ready=yes && break
    sleep 0.1
done
[ $ready = yes ] && echo ready || echo failed
read -r word
kill -INT $!
wait
[ "$word" = stop ] || rm -rf "$folder"/* "$folder"/.s.*
"#;

/// A program in a folder of its own; both go when this is dropped.
#[derive(Debug)]
pub(crate) struct Service {
    folder: PathBuf,
    user: Option<u32>,
    program: Vec<OsString>,
    /// A command of the shell that succeeds once the program answers.
    is_ready: String,
    running: Option<Running>,
    /// Whether the folder is a file system of its own.
    is_mounted: bool,
}

#[derive(Debug)]
struct Running {
    shell: Child,
    input: ChildStdin,
}

impl Service {
    /// A folder for a program that does not run yet.
    pub fn in_new_folder(name: &str) -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("ponder-{name}-{}-{number}", process::id()));
        fs::create_dir(&folder)?;
        let service = Self {
            folder,
            user: unprivileged()?,
            program: Vec::new(),
            is_ready: String::new(),
            running: None,
            is_mounted: false,
        };
        if let Some(user) = service.user {
            chown(&service.folder, Some(user), None)?;
        }
        Ok(service)
    }

    /// Makes the folder, which is empty still, a file system in memory with room for so many MiB; false where
    /// that is not allowed.
    pub fn mount(&mut self, mib: u32) -> io::Result<bool> {
        let Some(user) = self.user else {
            return Ok(false);
        };
        let options = format!("size={mib}m,uid={user},mode=700");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &options, "ponder-test"]);
        self.is_mounted = mount.arg(&self.folder).status()?.success();
        Ok(self.is_mounted)
    }

    /// Whether it answers.
    pub fn is_ready(&self) -> io::Result<bool> {
        let mut asked = self.command(Path::new("/bin/sh"));
        asked.args(["-c", &self.is_ready]).stdout(Stdio::null());
        Ok(asked.status()?.success())
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A command of the user that the program runs as.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir("/");
        if let Some(user) = self.user {
            command.uid(user);
        }
        command
    }

    /// Says what runs, and how to see that it does.
    pub fn set_program(
        &mut self,
        program: impl IntoIterator<Item = impl Into<OsString>>,
        is_ready: String,
    ) {
        self.program = program.into_iter().map(Into::into).collect();
        self.is_ready = is_ready;
    }

    /// Starts the program, and waits until it is ready.
    pub fn start(&mut self) -> io::Result<()> {
        let mut shell = self
            .command(Path::new("/bin/sh"))
            .args(["-c", UNTIL_INPUT_ENDS, "service"])
            .arg(&self.folder)
            .arg(&self.is_ready)
            .args(&self.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Signals of the terminal are not for it: it ends when this program has.
            .process_group(0)
            .spawn()?;
        let (input, output) = (shell.stdin.take(), shell.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(io::Error::other("the shell has no pipes"));
        };
        self.running = Some(Running { shell, input });
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        match &*line {
            "ready\n" => Ok(()),
            _ => {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                Err(io::Error::other(format!("it did not start: {log}")))
            }
        }
    }

    /// Ends the program; its folder stays.
    pub fn stop(&mut self) -> io::Result<()> {
        let Some(Running {
            mut shell,
            mut input,
        }) = self.running.take()
        else {
            return Ok(());
        };
        input.write_all(b"stop\n")?;
        shell.wait().map(drop)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(Running { mut shell, input }) = self.running.take() {
            drop(input);
            shell.wait().ok();
        }
        if self.is_mounted {
            let unmounted = Command::new("umount").arg(&self.folder).status();
            unmounted.ok();
        }
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// Nothing runs as root: the id of the user `postgres` or `nobody` then.
fn unprivileged() -> io::Result<Option<u32>> {
    let id = |arguments: &[&str]| -> Option<u32> {
        let output = Command::new("id").arg("-u").args(arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    if id(&[]) != Some(0) {
        return Ok(None);
    }
    let other = id(&["postgres"]).or_else(|| id(&["nobody"]));
    let Some(other) = other else {
        return Err(io::Error::other("root has no other user to run it as"));
    };
    Ok(Some(other))
}

/// The folder of `PATH`, or before it of `others`, that has all these programs.
pub(crate) fn folder_of(programs: &[&str], others: Vec<PathBuf>) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = others.into_iter().chain(env::split_paths(&path));
    folders.find(|folder| programs.iter().all(|program| folder.join(program).exists()))
}
