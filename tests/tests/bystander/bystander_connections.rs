//! Connections that do not read their answers: other clients still get their pages, and the server
//! disconnects them.

use std::time::Duration;

use e2e::attacks::{assert_bystander_unharmed, assert_bystander_unharmed_then, stalled_readers};
use stalled_readers::StalledReaders;

/// So many readers beside a visitor, until the server has disconnected them.
fn assert_let_go(what: &str, readers: usize, read_every: Option<Duration>) {
    assert_bystander_unharmed_then(
        |size| StalledReaders::beside_visitor(what, readers, read_every, size),
        |stalled| vec![stalled.until_let_go()],
    );
}

#[test]
fn readers_that_never_read_are_let_go() {
    assert_let_go("150 stalled readers", 150, None);
}

#[test]
fn readers_of_a_byte_a_second_are_let_go() {
    assert_let_go(
        "50 readers of a byte a second",
        50,
        Some(Duration::from_secs(1)),
    );
}

#[cfg(target_os = "linux")]
#[test]
fn one_address_does_not_take_all_descriptors() {
    assert_bystander_unharmed(|size| vec![stalled_readers::few_descriptors(size)]);
}
