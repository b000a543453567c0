//! The page as the fragment of its address: what is searched, and the node that is shown.

use engine::player::StrategyId;
use engine::rules::Game;
use engine::search::Options;
use wire::search::request::MAX_PLIES;

use super::{SetupError, TRACED, TraceSetup, VISITS};
use crate::url_fragment::{Fields, MAX_FRAGMENT_BYTES, push_field};

/// What a link opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TheatreLink {
    pub setup: TraceSetup,
    /// The selected node.
    pub node: Option<LinkedNode>,
    /// The version of the engine that the link was made by, where it has one.
    pub version: Option<String>,
}

/// A node of a search as a link names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkedNode {
    /// A search of the root, by its place.
    Root(u32),
    /// The number of a visit.
    Visit(u32),
}

/// The fragment, without `#`; where it would be too long, with the position alone. `version` names engine and network, where it matters.
#[must_use]
pub fn fragment(setup: &TraceSetup, node: Option<LinkedNode>, version: Option<&str>) -> String {
    let whole = write_fields(setup, node, version);
    match (whole.len() <= MAX_FRAGMENT_BYTES, setup.game()) {
        (false, Ok(game)) => {
            let bare = TraceSetup {
                start_fen: Some(game.position().to_fen()),
                moves: Vec::new(),
                ..setup.clone()
            };
            write_fields(&bare, node, version)
        }
        _ => whole,
    }
}

fn write_fields(setup: &TraceSetup, node: Option<LinkedNode>, version: Option<&str>) -> String {
    let mut fragment = String::new();
    let mut add = |name: &str, value: &str| push_field(&mut fragment, name, value);
    if let Some(fen) = &setup.start_fen {
        add("fen", fen);
    }
    if !setup.moves.is_empty() {
        let moves: Vec<String> = setup.moves.iter().map(ToString::to_string).collect();
        add("moves", &moves.join(" "));
    }
    add("mind", setup.mind.as_str());
    match setup.mind {
        StrategyId::Explorer => add("visits", &setup.visits.to_string()),
        _ => add("depth", &setup.depth.to_string()),
    }
    let without: Vec<&str> = [
        (setup.options.quiescence, "quiescence"),
        (setup.options.null_move, "null-move"),
    ]
    .iter()
    .filter(|(on, _)| !on)
    .map(|(_, name)| *name)
    .collect();
    if !without.is_empty() {
        add("without", &without.join(" "));
    }
    match node {
        Some(LinkedNode::Root(place)) => add("root", &place.to_string()),
        Some(LinkedNode::Visit(visit)) => add("visit", &visit.to_string()),
        None => {}
    }
    if let Some(version) = version {
        add("by", version);
    }
    fragment
}

/// Whether the fragment says what to search, and is not the place of something on the page.
#[must_use]
pub fn names_search(fragment: &str) -> bool {
    let fields = [
        "fen", "moves", "mind", "depth", "visits", "without", "root", "visit",
    ];
    Fields::parse(fragment).has_any(&fields)
}

/// Reads a fragment, without `#`; what it does not say is as usual.
///
/// # Errors
/// The field that cannot be read, by name.
pub fn parse_fragment(fragment: &str) -> Result<TheatreLink, SetupError> {
    if fragment.len() > MAX_FRAGMENT_BYTES {
        return Err(SetupError::TooLong);
    }
    let fields = Fields::parse(fragment);
    let usual = TraceSetup::default();
    let mind = match fields.get("mind") {
        None => usual.mind,
        Some(text) => text
            .parse::<StrategyId>()
            .ok()
            .filter(|mind| TRACED.contains(mind))
            .ok_or_else(|| SetupError::Mind(text.to_owned()))?,
    };
    let max = TraceSetup::max_depth(mind);
    let depth = match fields.get("depth") {
        None => usual.depth.min(max),
        Some(text) => text
            .parse()
            .ok()
            .filter(|depth| (1..=max).contains(depth))
            .ok_or_else(|| SetupError::Depth {
                text: text.to_owned(),
                max,
            })?,
    };
    let visits = match fields.get("visits") {
        None => usual.visits,
        Some(text) => text
            .parse()
            .ok()
            .filter(|visits| VISITS.contains(visits))
            .ok_or_else(|| SetupError::Visits(text.to_owned()))?,
    };
    let mut options = Options::default();
    for name in fields.get("without").unwrap_or_default().split_whitespace() {
        match name {
            "quiescence" => options.quiescence = false,
            "null-move" => options.null_move = false,
            _ => return Err(SetupError::Switch(name.to_owned())),
        }
    }
    let start_fen = fields.get("fen").map(str::to_owned);
    let mut game = match &start_fen {
        None => Game::new(),
        Some(fen) => Game::from_fen(fen)?,
    };
    let words = fields.get("moves").unwrap_or_default().split_whitespace();
    for (index, text) in words.enumerate() {
        if index == MAX_PLIES {
            return Err(SetupError::TooLong);
        }
        let illegal = || SetupError::Move {
            number: index + 1,
            text: text.to_owned(),
        };
        let mv = game.position().parse_uci(text).map_err(|_| illegal())?;
        game.play(mv).map_err(|_| illegal())?;
    }
    let setup = TraceSetup {
        start_fen,
        moves: game.moves().to_vec(),
        mind,
        depth,
        visits,
        options,
    };
    setup.game()?;
    let number = |name: &str| fields.get(name).and_then(|text| text.parse().ok());
    Ok(TheatreLink {
        setup,
        node: number("root")
            .map(LinkedNode::Root)
            .or(number("visit").map(LinkedNode::Visit)),
        version: fields.get("by").map(str::to_owned),
    })
}
