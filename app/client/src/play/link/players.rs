//! Who plays, as a link says it: `white=you&black=ponder.3.standard`.

use engine::player::{Level, StrategyId};
use engine::rules::Color;

use crate::play::{Seats, State};
use crate::settings::{ColorChoice, EngineSettings, Opponent, STRATEGIES, Settings};

/// What a link says of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Whoever opens the link.
    You,
    /// Anybody at the board.
    Person,
    /// A mind.
    Mind(EngineSettings),
}

/// What it says of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Players {
    /// The visitor against a mind; `None` is the one that the visitor has chosen.
    Against {
        /// The visitor's colour.
        human: Color,
        engine: Option<EngineSettings>,
    },
    /// Two people at one board.
    People,
    /// Two minds; the visitor watches.
    Watched {
        white: EngineSettings,
        black: EngineSettings,
    },
}

impl Players {
    /// Where only one colour is told: you face your own opponent, and a mind faces you.
    pub fn of(white: Option<Side>, black: Option<Side>) -> Option<Self> {
        let against = |human, engine| Self::Against { human, engine };
        Some(match (white, black) {
            (None, None) => return None,
            (Some(Side::Mind(white)), Some(Side::Mind(black))) => Self::Watched { white, black },
            (Some(Side::Mind(engine)), _) => against(Color::Black, Some(engine)),
            (_, Some(Side::Mind(engine))) => against(Color::White, Some(engine)),
            (Some(Side::You), None) => against(Color::White, None),
            (None, Some(Side::You)) => against(Color::Black, None),
            _ => Self::People,
        })
    }

    /// Has the settings say the same; answers who sits where.
    pub fn sit_down(self, settings: &mut Settings) -> Seats {
        match self {
            Self::Against { human, engine } => {
                settings.opponent = Opponent::Engine;
                settings.engine = engine.unwrap_or(settings.engine);
                if settings.color != ColorChoice::Random {
                    settings.color = match human {
                        Color::White => ColorChoice::White,
                        Color::Black => ColorChoice::Black,
                    };
                }
                Seats::Engine { human }
            }
            Self::People => {
                settings.opponent = Opponent::Person;
                Seats::People
            }
            Self::Watched { white, black } => {
                settings.opponent = Opponent::Engines;
                (settings.second_engine, settings.engine) = (white, black);
                Seats::Engines
            }
        }
    }
}

/// Who plays White and Black.
pub fn sides(state: &State) -> [String; 2] {
    [Color::White, Color::Black].map(|color| match state.engine_of(color) {
        Some(engine) => mind(engine),
        None if state.seats.human() == Some(color) => "you".to_owned(),
        None => "person".to_owned(),
    })
}

/// A mind with what matters to it: `dice`, `pruner.5`, `ponder.3.standard`.
fn mind(engine: &EngineSettings) -> String {
    let mut text = engine.strategy.as_str().to_owned();
    if engine.strategy.searches() {
        text.push_str(&format!(".{}", engine.level.number()));
    }
    if engine.strategy == StrategyId::Ponder {
        text.push('.');
        text.push_str(engine.book.map_or(NO_BOOK, |style| style.as_str()));
    }
    text
}

/// In place of a book's style.
const NO_BOOK: &str = "off";

/// Reads what [`sides`] wrote. A level or a book that is not named is the usual one.
pub fn side_of(text: &str) -> Option<Side> {
    let mut parts = text.split('.');
    let engine = match parts.next()? {
        "you" => return (text == "you").then_some(Side::You),
        "person" => return (text == "person").then_some(Side::Person),
        name => EngineSettings::new(name.parse().ok().filter(|mind| STRATEGIES.contains(mind))?),
    };
    let level = match parts.next() {
        Some(number) => Level::new(number.parse().ok()?)?,
        None => engine.level,
    };
    let book = match parts.next() {
        Some(NO_BOOK) => None,
        Some(style) => Some(style.parse().ok()?),
        None => engine.book,
    };
    let is_read = parts.next().is_none();
    is_read.then_some(Side::Mind(EngineSettings {
        level,
        book,
        ..engine
    }))
}
