//! Keeping the open analysis on the server, and opening a kept one.
//!
//! What is on the page stays there whatever the server answers, and the address holds it.

use client::analysis::{AnalysisEvent, AnalysisState, KeptComparison, KeptEntry, import};
use engine::rules::pgn::Tags;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::visitor::analyses::cleaned_analysis_name;
use wire::{AnalysisAnswer, AnalysisId, BackendError, KeptAnalysis, SentAnalysis};

use super::analysis::AnalysisController;
use super::keeping::{KeepStatus, Keeping, OpenedFrom};
use crate::platform::{clock_text, random};
use crate::server_fns;

/// Why the server could not be asked, as a sentence.
const UNREACHABLE: &str = "The server is out of reach.";

impl AnalysisController {
    /// Takes over the entry that the address names, and loads what is kept.
    pub(super) fn follow_entry(self, entry: KeptEntry, from: OpenedFrom) {
        self.set_entry(Some(entry.clone()), Tags::new());
        spawn_local(self.load_kept(entry, from));
    }

    /// Opens what is kept in place of what is open; the browser's way back leads to that.
    pub fn take_kept(self) {
        if let Some(entry) = self.with_untracked(|state| state.kept.clone()) {
            spawn_local(self.load_kept(entry, OpenedFrom::Entry));
        }
    }

    /// Loads what is kept once more, after a failure.
    pub fn load_again(self) {
        let opened = self.with_untracked(|state| {
            let from = match state.tree.is_empty() && state.annotations.is_empty() {
                true => OpenedFrom::Entry,
                false => OpenedFrom::Address,
            };
            state.kept.clone().zip(Some(from))
        });
        if let Some((entry, from)) = opened {
            spawn_local(self.load_kept(entry, from));
        }
    }

    async fn load_kept(self, entry: KeptEntry, from: OpenedFrom) {
        let Some(keeping) = self.keeping() else {
            return; // The page is gone.
        };
        keeping.say(KeepStatus::Loading);
        let answer = server_fns::open_analysis(entry.id).await;
        let is_same = |state: &AnalysisState| state.kept.as_ref() == Some(&entry);
        if self.try_with_untracked(is_same) != Some(true) {
            return; // Something else was opened meanwhile.
        }
        match answer {
            Ok(Some(kept)) => self.show_kept(keeping, &entry, kept, from),
            Ok(None) => keeping.say(KeepStatus::Gone),
            Err(error) => keeping.say(KeepStatus::NotLoaded(reason(&error))),
        }
    }

    fn show_kept(self, keeping: Keeping, seen: &KeptEntry, kept: KeptAnalysis, from: OpenedFrom) {
        let compared = match from {
            OpenedFrom::Entry => {
                import(&kept.pgn).map(|read| KeptComparison::Same(Box::new(read.opened)))
            }
            OpenedFrom::Address => self.with_untracked(|state| state.compare_with_kept(&kept.pgn)),
        };
        let entry = |version| KeptEntry {
            id: kept.id,
            version,
            name: kept.name.clone(),
        };
        match compared {
            Ok(KeptComparison::Same(opened)) => {
                match from {
                    OpenedFrom::Entry => self.dispatch(AnalysisEvent::Open(opened)),
                    OpenedFrom::Address => self.open_in_place(opened),
                }
                self.set_entry(Some(entry(kept.version)), Tags::new());
                keeping.say(KeepStatus::Idle);
            }
            Ok(KeptComparison::Different { missing_tags }) => {
                if !AnalysisState::fits_address(&kept.pgn) {
                    // What the address had no room for is not deleted.
                    let moves = self.with_untracked(AnalysisState::main_moves);
                    self.dispatch(AnalysisEvent::StoredPgn {
                        moves,
                        pgn: kept.pgn.clone(),
                    });
                }
                self.set_entry(Some(entry(seen.version)), missing_tags);
                keeping.say(match seen.version == kept.version {
                    true => KeepStatus::Unsaved,
                    false => KeepStatus::Changed,
                });
            }
            Err(refused) => keeping.say(KeepStatus::NotLoaded(refused.to_string())),
        }
    }

    /// Keeps the analysis under this name: in place of the version that was seen last, or as a new one.
    pub fn keep(self, typed: &str, as_new: bool) {
        let Some(keeping) = self.keeping() else {
            return;
        };
        let status = keeping.status.get_untracked();
        if status == KeepStatus::Sending {
            return;
        }
        let as_new = as_new || status == KeepStatus::Gone;
        let Some(name) = cleaned_analysis_name(typed) else {
            keeping.say(KeepStatus::NotKept("Give it a name first.".to_owned()));
            return;
        };
        let entry = self.with_untracked(|state| state.kept.clone().filter(|_| !as_new));
        let (id, seen) = match entry {
            Some(entry) => (entry.id, entry.version),
            None => (new_id(keeping), 0),
        };
        let (sent, opened) =
            self.with_untracked(|state| (state.sent_analysis(id, seen, name), state.opened));
        if let Err(refused) = sent.check() {
            let why = format!("It cannot be kept: {}.", refused.reason);
            keeping.say(KeepStatus::NotKept(why));
            return;
        }
        keeping.say(KeepStatus::Sending);
        spawn_local(self.send(keeping, sent, opened));
    }

    async fn send(self, keeping: Keeping, sent: SentAnalysis, opened: u32) {
        let answer = server_fns::keep_analysis(sent.clone()).await;
        if self.try_with_untracked(|state| state.opened) != Some(opened) {
            // Another game is open now, and the page is ready to keep it.
            keeping.new_id.try_set_value(None);
            keeping.say(KeepStatus::Idle);
            return;
        }
        if answer.is_ok() {
            keeping.new_id.try_set_value(None);
        }
        match answer {
            Ok(AnalysisAnswer::Kept { version }) => {
                let is_all = self.with_untracked(|state| state.pgn() == sent.pgn);
                let entry = KeptEntry {
                    id: sent.id,
                    version,
                    name: sent.name,
                };
                self.set_entry(Some(entry), Tags::new());
                keeping.say(match is_all {
                    true => KeepStatus::Kept {
                        at: clock_text::time_of_day(),
                    },
                    false => KeepStatus::Unsaved,
                });
            }
            Ok(AnalysisAnswer::Changed { .. }) => keeping.say(KeepStatus::Changed),
            Ok(AnalysisAnswer::Gone) => keeping.say(KeepStatus::Gone),
            Err(error) => keeping.say(KeepStatus::NotKept(reason(&error))),
        }
    }

    fn set_entry(self, entry: Option<KeptEntry>, tags: Tags) {
        self.dispatch(AnalysisEvent::SetKept { entry, tags });
    }
}

/// The id of an analysis that was sent without an answer, else a new one.
fn new_id(keeping: Keeping) -> AnalysisId {
    let known = keeping.new_id.try_get_value().flatten();
    let id = known.unwrap_or_else(|| AnalysisId(u64::from_be_bytes(random::bytes())));
    keeping.new_id.try_set_value(Some(id));
    id
}

/// Why the server did not do it, as a sentence.
fn reason(error: &BackendError) -> String {
    match error {
        BackendError::Unavailable(_) => UNREACHABLE.to_owned(),
        BackendError::TooMany { wait_s } => {
            format!("Too much was kept from here today. Try again in {wait_s} seconds.")
        }
        BackendError::Invalid { reason, .. } => format!("It cannot be kept: {reason}."),
        other => format!("{other}."),
    }
}
