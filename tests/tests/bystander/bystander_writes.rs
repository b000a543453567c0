//! Writes, bodies and guests of an attacker: one address stays within its bounds, and an honest
//! visitor can still write.

use e2e::attacks::{assert_bystander_unharmed, bodies, guest_flood, shares};

#[test]
fn shares_without_a_cookie_are_bounded_by_their_address() {
    assert_bystander_unharmed(shares::run);
}

#[test]
fn guests_are_bounded_by_their_address() {
    assert_bystander_unharmed(guest_flood::run);
}

#[test]
fn bodies_that_do_not_end_cost_little_memory() {
    assert_bystander_unharmed(bodies::run);
}
