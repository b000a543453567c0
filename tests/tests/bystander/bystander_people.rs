//! Many people at one address, and the owner of an attacked name.

use e2e::attacks::{assert_bystander_unharmed, attacked_name, classroom};

#[test]
fn a_classroom_behind_one_address_meets_no_limit() {
    assert_bystander_unharmed(classroom::run);
}

#[test]
fn the_owner_of_an_attacked_name_signs_in_at_their_own_browser() {
    assert_bystander_unharmed(attacked_name::run);
}
