//! Reading the tag pairs above a game's moves.

use super::Comments;
use super::cursor::{Cursor, Place};
use super::error::{PgnError, PgnErrorKind};
use super::sink::{AnnotationSink, MoveContext};
use super::tags::{MAX_TAGS, Tags, is_name_char};
use super::tokens::next_comment;
use crate::rules::{NodeId, Position};

/// Names of the `Variant` tag, in lower case, that mean the rules of chess. "From position" and
/// the like say only that the game has a `FEN`.
const STANDARD_VARIANTS: [&str; 9] = [
    "",
    "?",
    "-",
    "standard",
    "normal",
    "chess",
    "classical",
    "from position",
    "fromposition",
];

/// The longest name of a variant that an error quotes.
const MAX_VARIANT_CHARS: usize = 40;

/// The tags of a game and the start position that they state.
pub(super) struct TagSection {
    pub(super) tags: Tags,
    pub(super) start: Position,
}

/// The tags of the start, and their places.
struct TagPlaces {
    fen: Place,
    variant: Place,
}

/// Reads only the tags of the first game of a text; they may be those of any variant.
///
/// ```
/// use engine::rules::pgn;
///
/// let tags = pgn::parse_tags("[White \"Ada\"]\n[Variant \"Antichess\"]\n\n1. e4 *").unwrap();
/// assert_eq!(tags.get("White"), Some("Ada"));
/// ```
///
/// # Errors
/// The first invalid tag, with its place.
pub fn parse_tags(text: &str) -> Result<Tags, PgnError> {
    let (tags, _) = read_tag_pairs(&mut Cursor::new(text), &mut Comments::new())?;
    Ok(tags)
}

/// Reads the tags up to the first move, and the comments around them, which are the start's.
pub(super) fn read_tags<S: AnnotationSink>(
    cursor: &mut Cursor<'_>,
    sink: &mut S,
) -> Result<TagSection, PgnError> {
    let (tags, places) = read_tag_pairs(cursor, sink)?;
    if tags == Tags::new() && cursor.peek().is_none() {
        return Err(PgnErrorKind::Empty.at(cursor.place()));
    }
    let start = start_position(&tags, &places)?;
    Ok(TagSection { tags, start })
}

fn read_tag_pairs<S: AnnotationSink>(
    cursor: &mut Cursor<'_>,
    sink: &mut S,
) -> Result<(Tags, TagPlaces), PgnError> {
    let mut tags = Tags::new();
    let mut places = TagPlaces {
        fen: cursor.place(),
        variant: cursor.place(),
    };
    let context = MoveContext {
        node: Some(NodeId::START),
        main_line_ply: Some(0),
        precedes_move: false,
    };
    loop {
        while let Some(comment) = next_comment(cursor)? {
            sink.comment(context, comment);
        }
        let place = cursor.place();
        if !cursor.eat('[') {
            break;
        }
        let (name, value) = read_tag(cursor)?;
        match name {
            "FEN" => places.fen = place,
            "SetUp" if tags.get("FEN").is_none() => places.fen = place,
            "Variant" => places.variant = place,
            _ => {}
        }
        tags.set(name, value);
        if tags.iter().len() > MAX_TAGS {
            return Err(PgnErrorKind::TooManyTags.at(place));
        }
    }
    Ok((tags, places))
}

/// The rest of a tag after its opening bracket.
fn read_tag<'a>(cursor: &mut Cursor<'a>) -> Result<(&'a str, String), PgnError> {
    cursor.skip_whitespace();
    let name_place = cursor.place();
    let name = cursor.take_while(is_name_char);
    if name.is_empty() {
        return Err(PgnErrorKind::TagName.at(name_place));
    }
    cursor.skip_whitespace();
    let value = read_quoted(cursor)?;
    cursor.skip_whitespace();
    if !cursor.eat(']') {
        return Err(PgnErrorKind::TagEnd.at(cursor.place()));
    }
    Ok((name, value))
}

/// The start position, if the game is one of chess.
fn start_position(tags: &Tags, places: &TagPlaces) -> Result<Position, PgnError> {
    let variant = tags.get("Variant").unwrap_or_default().trim();
    if !STANDARD_VARIANTS.contains(&variant.to_lowercase().as_str()) {
        let name = variant.chars().take(MAX_VARIANT_CHARS).collect();
        return Err(PgnErrorKind::Variant { name }.at(places.variant));
    }
    match tags.get("FEN") {
        Some(fen) => {
            Position::from_fen(fen).map_err(|error| PgnErrorKind::Fen(error).at(places.fen))
        }
        None if tags.get("SetUp") == Some("1") => Err(PgnErrorKind::MissingFen.at(places.fen)),
        None => Ok(Position::startpos()),
    }
}

/// A tag's value: one line in double quotes, with quotes and backslashes escaped by a backslash.
fn read_quoted(cursor: &mut Cursor<'_>) -> Result<String, PgnError> {
    let open = cursor.place();
    if !cursor.eat('"') {
        return Err(PgnErrorKind::TagValue.at(open));
    }
    let mut value = String::new();
    loop {
        match cursor.bump() {
            Some('"') => return Ok(value),
            Some('\\') if matches!(cursor.peek(), Some('"' | '\\')) => value.extend(cursor.bump()),
            None | Some('\n' | '\r') => return Err(PgnErrorKind::UnclosedQuote.at(open)),
            Some(letter) => value.push(letter),
        }
    }
}
