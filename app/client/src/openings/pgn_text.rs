//! Repertoires as PGN: read from the lines of a file, written with variations, and stored in the same form.

use engine::rules::Color;
use engine::rules::pgn::{self, Tags};

use super::limits::{MAX_STORED_BYTES, MAX_TEXT_BYTES};
use super::repertoire::{Repertoire, RepertoireId};
use super::repertoire_error::{RepertoireError, VERSION, check_length};

/// The tag with the version; only a stored repertoire has it, and only one that this site has written.
const VERSION_TAG: &str = "Repertoire";
/// The tag with the colour, as studies of other sites have it.
const COLOR_TAG: &str = "Orientation";
const NAME_TAG: &str = "Event";

/// What was read of a text, beside the repertoire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadLines {
    /// Games whose moves were added.
    pub games: usize,
    /// Games that could not be read, or begin from another position.
    pub refused: usize,
    /// Moves that lie too deep.
    pub left_out: usize,
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The colour and the name that a text states, where it is a repertoire that was saved.
#[must_use]
pub fn stated_tags(text: &str) -> Option<(Color, String)> {
    let tags = pgn::parse_tags(text).ok()?;
    let color = read_color(&tags).ok()?;
    Some((color, tags.get(NAME_TAG)?.to_owned()))
}

fn read_color(tags: &Tags) -> Result<Color, RepertoireError> {
    let stated = tags.get(COLOR_TAG).unwrap_or_default();
    let color = Color::ALL
        .into_iter()
        .find(|color| color_name(*color) == stated);
    color.ok_or_else(|| RepertoireError::Color(stated.chars().take(20).collect()))
}

impl Repertoire {
    /// A repertoire of all moves of a text: one or several games, with their variations. What cannot be read
    /// is left out as long as one game can.
    ///
    /// # Errors
    /// The first field that is wrong; of games, the first.
    pub fn from_pgn(
        id: RepertoireId,
        name: &str,
        color: Color,
        text: &str,
    ) -> Result<(Repertoire, ReadLines), RepertoireError> {
        check_length(text, MAX_TEXT_BYTES)?;
        let mut repertoire = Repertoire::new(id, name, color)?;
        let mut read = ReadLines::default();
        let mut refused = None;
        for game in pgn::games(text) {
            let added = game
                .read()
                .map_err(RepertoireError::from)
                .and_then(|game| repertoire.add_tree(&game.tree));
            match added {
                Ok(left_out) => {
                    read.games += 1;
                    read.left_out += left_out;
                }
                Err(RepertoireError::TooManyMoves) => return Err(RepertoireError::TooManyMoves),
                Err(error) => {
                    read.refused += 1;
                    refused.get_or_insert(error);
                }
            }
        }
        match refused {
            Some(error) if read.games == 0 => Err(error),
            _ if repertoire.cards().is_empty() => Err(RepertoireError::NoMoves),
            _ => Ok((repertoire, read)),
        }
    }

    /// The repertoire as a game with variations. Lines that meet are written out once.
    #[must_use]
    pub fn to_pgn(&self) -> String {
        let tags: Tags = [
            (NAME_TAG, self.name()),
            (COLOR_TAG, color_name(self.color)),
            (VERSION_TAG, VERSION),
        ]
        .into_iter()
        .collect();
        pgn::write_tree(&self.to_tree(), &tags, None)
    }

    /// Reads what [`Repertoire::to_pgn`] has written. Storage is not trusted.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn from_stored(id: RepertoireId, text: &str) -> Result<Repertoire, RepertoireError> {
        check_length(text, MAX_STORED_BYTES)?;
        let first = pgn::games(text).next();
        let game = first.ok_or(RepertoireError::NoMoves)?.read()?;
        match game.tags.get(VERSION_TAG).unwrap_or_default() {
            VERSION => {}
            other => {
                return Err(RepertoireError::Version(other.chars().take(20).collect()));
            }
        }
        let name = game.tags.get(NAME_TAG).unwrap_or_default();
        let mut repertoire = Repertoire::new(id, name, read_color(&game.tags)?)?;
        repertoire.add_tree(&game.tree)?;
        Ok(repertoire)
    }
}
