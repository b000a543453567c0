//! The fuzz targets on their seeds: what they demand holds, and they still fit the server.

use std::{fs, path::Path};

#[path = "../fuzz/src/lib.rs"]
mod targets;

fn each_seed(target: &str, check: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(target);
    let mut checked = 0;
    for entry in fs::read_dir(&folder).expect("the seeds") {
        let path = entry.expect("a seed").path();
        eprintln!("{}", path.display());
        check(&fs::read(&path).expect("a file"));
        checked += 1;
    }
    assert!(checked > 0, "no seeds in {}", folder.display());
}

/// libFuzzer gives targets of text nothing else.
fn of_text(check: fn(&str)) -> impl Fn(&[u8]) {
    move |bytes| {
        if let Ok(text) = std::str::from_utf8(bytes) {
            check(text);
        }
    }
}

#[test]
fn every_seed_of_a_body_is_read_or_refused() {
    each_seed("json_search", targets::search::check_body);
    each_seed("json_batch", targets::search::check_batch);
    each_seed("json_evaluate", targets::positions::check_evaluate);
    each_seed("json_validate", targets::positions::check_validate);
    each_seed("json_record", targets::record::check);
    each_seed("json_share", targets::live::check_share);
    each_seed("live_request", targets::live::check_request);
    each_seed("json_meeting", targets::learner::check_meeting);
    each_seed("json_table", targets::learner::check_table);
    each_seed("pgn", of_text(targets::positions::check_pgn));
}

#[test]
fn every_seed_of_an_address_is_read_or_refused() {
    each_seed("query_search", of_text(targets::search::check_address));
    each_seed(
        "query_openings",
        of_text(targets::positions::check_openings),
    );
}

#[test]
fn every_seed_of_a_message_is_read_or_refused() {
    each_seed("json_room_notice", targets::notices::check_of_room);
    each_seed("json_list_notice", targets::notices::check_of_list);
    each_seed("json_charges", targets::notices::check_of_charges);
    #[cfg(feature = "nats")]
    {
        each_seed("json_search_order", targets::orders::check_order);
        each_seed("json_worker_reply", targets::orders::check_reply);
    }
}
