//! Resource usage of a process that the tests have started, by its id, from Linux's `/proc`.

use std::{fs, path::Path, process::Command};

/// Memory that is in use (resident), MB.
pub fn memory_mb(id: u32) -> f64 {
    status_mb(id, "VmRSS:")
}

/// The peak of the resident memory, MB.
pub fn peak_memory_mb(id: u32) -> f64 {
    status_mb(id, "VmHWM:")
}

fn status_mb(id: u32, field: &str) -> f64 {
    let kib = status(id, field).trim_end_matches(" kB").parse::<f64>();
    kib.expect("its memory") * 1024.0 / 1e6
}

/// Threads of the operating system.
pub fn threads(id: u32) -> usize {
    let threads = status(id, "Threads:").parse();
    threads.expect("a number")
}

fn status(id: u32, field: &str) -> String {
    let status = fs::read_to_string(format!("/proc/{id}/status"));
    let status = status.expect("Linux tells of a child");
    let value = status.lines().find_map(|line| line.strip_prefix(field));
    value.expect("Linux tells this").trim().to_owned()
}

/// Open descriptors: sockets and files.
pub fn descriptors(id: u32) -> usize {
    let folder = fs::read_dir(format!("/proc/{id}/fd"));
    folder.expect("Linux tells of a child").count()
}

/// Bytes of all files in a folder, not of folders in it.
pub fn folder_bytes(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .filter_map(|file| file.metadata().ok())
        .filter(fs::Metadata::is_file)
        .map(|metadata| metadata.len())
        .sum()
}

/// CPU time, user and system, milliseconds.
pub fn cpu_ms(id: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"));
    let stat = stat.expect("Linux tells of a child");
    // After the name, which may have spaces, the fields are counted from the third.
    let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
    let ticks = fields
        .split(' ')
        .skip(11)
        .take(2)
        .filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() * 1e3 / ticks_per_second()
}

fn ticks_per_second() -> f64 {
    let told = Command::new("getconf").arg("CLK_TCK").output();
    let told = told
        .ok()
        .and_then(|told| String::from_utf8(told.stdout).ok());
    told.and_then(|told| told.trim().parse().ok())
        .unwrap_or(100.0)
}
