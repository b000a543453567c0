//! The Chromium process that all tests of a program share, and what ends it.
//!
//! A test's own runtime ends with the test, so the process is driven by a runtime of its own. Statics
//! are never dropped: the process is started under a shell that ends it when this program is gone,
//! however it ended.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, thread};

use chromiumoxide::{Browser, BrowserConfig};
use futures::StreamExt;
use tokio::runtime::{Builder, Runtime};

use crate::folder::TempFolder;

/// A running Chromium, and what drives it.
pub struct Process {
    pub chromium: Browser,
    /// Outlives the runtimes of the tests.
    pub runtime: Runtime,
    _folder: TempFolder,
}

/// The process of this program, started by the first call.
///
/// # Panics
/// When there is no Chromium or it does not start.
pub fn shared() -> &'static Process {
    static SHARED: OnceLock<Process> = OnceLock::new();
    SHARED.get_or_init(|| {
        // A thread inside of a runtime may not wait for another runtime.
        let started = thread::spawn(start).join();
        started.expect("Chromium starts")
    })
}

fn start() -> Process {
    let program = std::env::var_os("CHROMIUM")
        .expect("CHROMIUM is not set: `cargo xtask test` finds a browser and sets it");
    let folder = TempFolder::new().expect("a temporary folder can be made");
    let launcher = write_launcher(folder.path(), Path::new(&program));
    let config = BrowserConfig::builder()
        .chrome_executable(launcher)
        .user_data_dir(folder.path().join("profile"))
        .no_sandbox()
        .new_headless_mode()
        .viewport(None)
        .args(["disable-gpu", "disable-component-update", "disable-quic"])
        .build()
        .expect("the configuration is complete");
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let (chromium, mut events) = runtime
        .block_on(Browser::launch(config))
        .expect("Chromium starts");
    runtime.spawn(async move { while events.next().await.is_some() {} });
    Process {
        chromium,
        runtime,
        _folder: folder,
    }
}

/// Writes the script that starts Chromium, ends it when its parent (this program) is gone, and
/// removes the folder.
///
/// Where there is `setsid`, it does so from a session of its own: what ends this program and its
/// group (Ctrl-C, `timeout`) does not reach it, and Chromium is ended with all of the session, as
/// Debian's program is a script in turn. The pipe to a parent that has gone is broken, so a word into
/// it would end the script. Who is ended may write into the folder for a moment.
fn write_launcher(folder: &Path, program: &Path) -> PathBuf {
    let script = format!(
        "#!/bin/sh\n\
         if [ -z \"$IN_SESSION\" ]; then\n\
             export IN_SESSION=yes\n\
             exec $(command -v setsid) \"$0\" \"$@\"\n\
         fi\n\
         trap : TERM\n\
         {program:?} \"$@\" &\n\
         chromium=$!\n\
         exec 2>/dev/null\n\
         while kill -0 $PPID && kill -0 $chromium; do sleep 1; done\n\
         kill -- -$$ || kill $chromium\n\
         wait $chromium\n\
         for again in 1 2 3 4 5; do\n\
             sleep 1\n\
             rm -rf {folder:?} && break\n\
         done\n"
    );
    let path = folder.join("launch");
    fs::write(&path, script).expect("the folder takes a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("the file is ours");
    path
}
