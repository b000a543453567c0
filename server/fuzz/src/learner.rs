//! What devices tell of a learner: games and whole tables.

use engine::learning::QTable;
use lab::learning_network::LearningNetwork;
use serde::Deserialize;
use wire::visitor::learners::{LearnerOp, MAX_POSITIONS, SyncRequest, import};

/// The arguments of the server function.
#[derive(Deserialize)]
struct Arguments {
    meeting: SyncRequest,
}

/// `POST /fn/meet_learner`.
pub fn check_meeting(bytes: &[u8]) {
    let Ok(Arguments { meeting }) = serde_json::from_slice(bytes) else {
        return;
    };
    let mut table = QTable::default();
    for op in meeting.ops {
        match op {
            LearnerOp::Learn(lesson) => {
                let known = table.clone();
                if lesson.teach(&mut table).is_err() {
                    assert_eq!(table, known, "what is refused teaches nothing");
                }
            }
            LearnerOp::Replace(replacement) => check_table(replacement.document.as_bytes()),
            LearnerOp::ReplaceNetwork(replacement) => {
                if let Some(weights) = replacement.weights {
                    check_weights(&weights.0);
                }
            }
        }
    }
}

/// The file of a network's weights.
pub fn check_weights(bytes: &[u8]) {
    if let Ok(network) = LearningNetwork::read(bytes) {
        assert_eq!(network.write(), bytes, "it is the same when written");
        assert!(network.quantised().is_ok(), "what is read plays");
    }
}

/// A table, as it is exported.
pub fn check_table(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(table) = import(text) {
        assert!(table.states() <= MAX_POSITIONS);
        assert_eq!(
            import(&table.to_json()),
            Ok(table),
            "it is the same when exported"
        );
    }
}
