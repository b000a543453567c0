//! The players in a link: `white=you&black=ponder.3.standard`.

use engine::book::Style;
use engine::player::{StrategyId, Strength};
use engine::rules::Color;

use crate::play::{PlayState, Players};
use crate::settings::{ColorChoice, EngineSettings, Opponent, STRATEGIES, Settings};

/// One colour's player in a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkSide {
    /// The visitor who opens the link.
    You,
    /// Another person at the board.
    Person,
    /// An engine player.
    Engine(EngineSettings),
}

/// Both players of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPlayers {
    /// The visitor against an engine; `None` is the visitor's own choice.
    AgainstEngine {
        /// The visitor's colour.
        human: Color,
        engine: Option<EngineSettings>,
    },
    /// Two people at one board.
    TwoPeople,
    /// Two engines; the visitor watches.
    TwoEngines {
        white: EngineSettings,
        black: EngineSettings,
    },
}

impl LinkPlayers {
    /// With one colour given, the other is the visitor's opponent, or the visitor against an
    /// engine.
    pub fn from_sides(white: Option<LinkSide>, black: Option<LinkSide>) -> Option<Self> {
        let against = |human, engine| Self::AgainstEngine { human, engine };
        Some(match (white, black) {
            (None, None) => return None,
            (Some(LinkSide::Engine(white)), Some(LinkSide::Engine(black))) => {
                Self::TwoEngines { white, black }
            }
            (Some(LinkSide::Engine(engine)), _) => against(Color::Black, Some(engine)),
            (_, Some(LinkSide::Engine(engine))) => against(Color::White, Some(engine)),
            (Some(LinkSide::You), None) => against(Color::White, None),
            (None, Some(LinkSide::You)) => against(Color::Black, None),
            _ => Self::TwoPeople,
        })
    }

    /// Applies the players to the settings.
    pub fn apply(self, settings: &mut Settings) -> Players {
        match self {
            Self::AgainstEngine { human, engine } => {
                settings.opponent = Opponent::Engine;
                settings.engine = engine.unwrap_or(settings.engine);
                if settings.color != ColorChoice::Random {
                    settings.color = match human {
                        Color::White => ColorChoice::White,
                        Color::Black => ColorChoice::Black,
                    };
                }
                Players::Engine { human }
            }
            Self::TwoPeople => {
                settings.opponent = Opponent::Person;
                Players::TwoPeople
            }
            Self::TwoEngines { white, black } => {
                settings.opponent = Opponent::Engines;
                (settings.second_engine, settings.engine) = (white, black);
                Players::TwoEngines
            }
        }
    }
}

/// The fields of White and Black.
pub fn write_sides(state: &PlayState) -> [String; 2] {
    [Color::White, Color::Black].map(|color| match state.engine_for(color) {
        Some(engine) => write_engine(engine),
        None if state.players.human() == Some(color) => "you".to_owned(),
        None => "person".to_owned(),
    })
}

/// An engine with the settings that matter to it: `dice`, `pruner.5`, `ponder.3.standard`,
/// `ponder.3.4.standard`, `intuition.6.attacker`.
pub fn write_engine(engine: &EngineSettings) -> String {
    let mut text = engine.strategy.as_str().to_owned();
    if engine.strategy.searches() {
        text.push_str(&format!(".{}", engine.strength));
    }
    if engine.strategy == StrategyId::Ponder {
        text.push('.');
        text.push_str(engine.book.map_or(NO_BOOK, |style| style.as_str()));
    }
    if let Some(style) = engine.style() {
        text.extend([".", style.as_str()]);
    }
    text
}

/// Stands for playing without a book.
const NO_BOOK: &str = "off";

/// Reads a field of [`write_sides`]. A missing strength, book or style means the default.
pub fn parse_side(text: &str) -> Option<LinkSide> {
    let mut parts = text.split('.').peekable();
    let engine = match parts.next()? {
        "you" => return (text == "you").then_some(LinkSide::You),
        "person" => return (text == "person").then_some(LinkSide::Person),
        name => EngineSettings::new(name.parse().ok().filter(|mind| STRATEGIES.contains(mind))?),
    };
    let strength = match parts.next() {
        None => engine.strength,
        Some(level) => {
            let tenths = parts.next_if(|part| part.parse::<u8>().is_ok());
            let strength =
                tenths.map_or_else(|| level.to_owned(), |tenths| format!("{level}.{tenths}"));
            strength.parse::<Strength>().ok()?
        }
    };
    let is_book = |part: &&str| *part == NO_BOOK || part.parse::<Style>().is_ok();
    let book = match parts.next_if(is_book) {
        Some(book) => book.parse().ok(),
        None => engine.book,
    };
    let playing_style = parts.next().map(str::parse).transpose().ok()?;
    let is_read = parts.next().is_none();
    is_read.then_some(LinkSide::Engine(EngineSettings {
        strength,
        book,
        playing_style,
        ..engine
    }))
}
