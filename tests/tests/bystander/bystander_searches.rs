//! Searches beside attackers: an honest client's are answered.

use e2e::attacks::{api_keys, assert_bystander_unharmed, greedy_searches, many_addresses};

#[test]
fn long_searches_of_one_address_leave_room_for_short_ones() {
    assert_bystander_unharmed(greedy_searches::run);
}

#[test]
fn long_searches_and_shares_of_many_addresses_leave_room_for_others() {
    assert_bystander_unharmed(many_addresses::run);
}

#[test]
fn keys_of_several_accounts_of_one_address_are_not_several_allowances() {
    assert_bystander_unharmed(api_keys::run);
}
