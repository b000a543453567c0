//! What a server takes of the machine, as Linux tells it.

use std::{fs, process::Command};

use e2e::server::Server;

/// Memory that is in use (resident), MB.
pub fn memory_mb(server: &Server) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id()));
    let status = status.expect("Linux tells of a child");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.expect("its memory") * 1024.0 / 1e6
}

/// Time on a core, its own and the system's for it, milliseconds.
pub fn cpu_ms(server: &Server) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.id()));
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
