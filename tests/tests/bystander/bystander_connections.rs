//! Connections that do not read their answers: other clients still get their pages, and the server
//! disconnects them.

use std::time::Duration;

use e2e::attacks::{assert_bystander_unharmed, stalled_readers};

#[test]
fn readers_that_never_read_are_let_go() {
    assert_bystander_unharmed(|size| {
        vec![stalled_readers::let_go(
            "150 stalled readers",
            150,
            None,
            size,
        )]
    });
}

#[test]
fn readers_of_a_byte_a_second_are_let_go() {
    let second = Some(Duration::from_secs(1));
    assert_bystander_unharmed(|size| {
        vec![stalled_readers::let_go(
            "50 readers of a byte a second",
            50,
            second,
            size,
        )]
    });
}

#[cfg(target_os = "linux")]
#[test]
fn one_address_does_not_take_all_descriptors() {
    assert_bystander_unharmed(|size| vec![stalled_readers::few_descriptors(size)]);
}
