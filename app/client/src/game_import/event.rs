//! What the import's page takes in, and what its caller has to do.

use engine::exercises::Exercise;

use super::given::GivenGame;
use super::messages::{ImportAnswer, ImportRequest};
use super::visitor::Visitor;
use crate::worker::{FromWorker, SearchId};

/// What the browser has stored, not yet read; see [`storage`](super::storage).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredImport {
    /// Under [`HEADER_KEY`](super::HEADER_KEY).
    pub header: Option<Vec<u8>>,
    /// Under [`EARLIER_KEY`](super::EARLIER_KEY).
    pub earlier: Option<Vec<u8>>,
    /// Under [`PLAYED_KEY`](super::PLAYED_KEY).
    pub played: Option<Vec<u8>>,
    /// Under [`RECORD_KEYS`](super::RECORD_KEYS), by number, in any order.
    pub records: Vec<(u32, Vec<u8>)>,
}

/// An input of the reducer.
#[derive(Clone, Debug)]
pub enum ImportEvent {
    /// What was stored is here: the first event.
    Stored(Box<StoredImport>),
    /// Make exercises of these games, too, while no file is imported.
    Give(Vec<GivenGame>),
    /// A link to this page holds a game that cannot be read, for this reason.
    LinkRefused(String),
    /// Another tab has the import.
    OpenElsewhere,
    /// A file of so many bytes was chosen.
    ChooseFile {
        name: String,
        size: u64,
    },
    /// Bytes of the file with this number, from a place on.
    Slice {
        file: u32,
        from: u64,
        bytes: Vec<u8>,
    },
    /// The file with this number cannot be read, for this reason.
    ReadFailed {
        file: u32,
        reason: String,
    },
    /// Analyse the games of this visitor.
    Confirm(Visitor),
    Pause,
    Resume,
    /// End the import: what is done stays, and its report. While a file is read, forget the file.
    Cancel,
    /// Remove the import. Exercises stay in the deck.
    Discard,
    /// The text of a game; `None` where it is lost.
    TextLoaded {
        index: u32,
        text: Option<String>,
    },
    /// A message of the worker.
    Engine(FromWorker),
    /// Its answer to a request.
    Answer(Box<ImportAnswer>),
    /// The browser has not stored something, for this reason.
    StorageFailed(String),
}

/// What the caller has to do, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportEffect {
    /// Read bytes of the file with this number; answered by [`ImportEvent::Slice`] or
    /// [`ImportEvent::ReadFailed`].
    ReadSlice {
        file: u32,
        from: u64,
        to: u64,
    },
    /// Store texts of games by their number, see [`text_key`](super::text_key).
    StoreTexts(Vec<(u32, String)>),
    /// Store under [`HEADER_KEY`](super::HEADER_KEY).
    StoreHeader(Vec<u8>),
    /// Store under a game's [`record_key`](super::record_key).
    StoreRecord(u32, Vec<u8>),
    /// Store under [`EARLIER_KEY`](super::EARLIER_KEY).
    StoreEarlier(Vec<u8>),
    /// Store under [`PLAYED_KEY`](super::PLAYED_KEY).
    StorePlayed(Vec<u8>),
    /// Remove header and records.
    Clear,
    /// Remove all texts.
    ClearTexts,
    /// Load a game's text; answered by [`ImportEvent::TextLoaded`].
    LoadText(u32),
    /// Start the worker, or replace it; answered by [`ImportEvent::Engine`].
    StartWorker,
    EndWorker,
    /// Send the worker a request; answered by [`ImportEvent::Answer`]. There is one at a time.
    Ask(ImportRequest),
    /// End a request; its answer is not used.
    CancelRequest(SearchId),
    /// Add exercises to the deck, which may have them.
    AddExercises(Vec<Exercise>),
}
