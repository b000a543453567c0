//! The visitor's preferences, in one cookie, so that the server renders the visitor's choices.
//!
//! The cookie is untrusted: a field that cannot be read falls back to its default.

use engine::{book::Style, learning::Rule, tables::TableSet};
use wire::time_control::TimeControl;

use crate::settings::{
    ColorChoice, DEPTH_NAMES, EngineSettings, Opponent, Pace, STRATEGIES, Settings,
};

/// The cookie of the preferences. Scripts read and write it.
pub const PREFS_COOKIE: &str = "ponder_prefs";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefs {
    pub theme: Theme,
    pub board: BoardColors,
    /// Where the board's coordinates are.
    pub coordinates: Coordinates,
    /// The volume of sounds, per cent.
    pub volume: u8,
    pub muted: bool,
    /// Whether keyboard shortcuts of single keys are on.
    pub shortcuts: bool,
    pub settings: Settings,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            board: BoardColors::default(),
            coordinates: Coordinates::default(),
            volume: 50,
            muted: false,
            shortcuts: true,
            settings: Settings::default(),
        }
    }
}

/// The colours of the board's squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BoardColors {
    /// Brown, the default.
    #[default]
    Wood,
    /// Blue.
    Sea,
    /// Green.
    Moss,
}

/// Where the board's coordinates are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// On the squares.
    #[default]
    Inside,
    /// Beside the board, where there is room.
    Outside,
    Off,
}

/// The page's colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light on dark, the default.
    #[default]
    Dark,
    /// Dark on light.
    Light,
    /// As the operating system is set.
    System,
}

const THEMES: [(&str, Theme); 3] = [
    ("dark", Theme::Dark),
    ("light", Theme::Light),
    ("system", Theme::System),
];
const BOARDS: [(&str, BoardColors); 3] = [
    ("wood", BoardColors::Wood),
    ("sea", BoardColors::Sea),
    ("moss", BoardColors::Moss),
];
const COORDINATES: [(&str, Coordinates); 3] = [
    ("inside", Coordinates::Inside),
    ("outside", Coordinates::Outside),
    ("off", Coordinates::Off),
];
const OPPONENTS: [(&str, Opponent); 3] = [
    ("engine", Opponent::Engine),
    ("person", Opponent::Person),
    ("engines", Opponent::Engines),
];
const RULES: [(&str, Rule); 2] = [
    ("discounted-return", Rule::DiscountedReturn),
    ("q-learning", Rule::QLearning),
];
const COLORS: [(&str, ColorChoice); 3] = [
    ("white", ColorChoice::White),
    ("black", ColorChoice::Black),
    ("random", ColorChoice::Random),
];
const PACES: [(&str, Pace); 3] = [
    ("slow", Pace::Slow),
    ("steady", Pace::Steady),
    ("fast", Pace::Fast),
];
const BOOKS: [(&str, Option<Style>); 4] = [
    ("standard", Some(Style::Standard)),
    ("aggressive", Some(Style::Aggressive)),
    ("defensive", Some(Style::Defensive)),
    ("off", None),
];
const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];

impl Theme {
    /// The value in the cookie, also used as a class and an attribute: `dark`, `light`, `system`.
    pub fn as_str(self) -> &'static str {
        choice_name(&THEMES, self)
    }
}

impl Prefs {
    /// The attributes of the document's root element.
    pub fn root_attributes(&self) -> [(&'static str, &'static str); 3] {
        [
            ("data-theme", self.theme.as_str()),
            ("data-board", choice_name(&BOARDS, self.board)),
            (
                "data-coordinates",
                choice_name(&COORDINATES, self.coordinates),
            ),
        ]
    }

    /// Reads the cookie's value, such as `theme=dark&level=3`.
    pub fn parse(value: &str) -> Self {
        let mut prefs = Self::default();
        for (name, text) in value.split('&').filter_map(|field| field.split_once('=')) {
            prefs.set(name, text);
        }
        prefs
    }

    /// Reads the preferences from a `Cookie` header or `document.cookie`.
    pub fn from_cookies(cookies: &str) -> Self {
        cookie_value(cookies, PREFS_COOKIE)
            .map(Self::parse)
            .unwrap_or_default()
    }

    /// The cookie's value; [`Prefs::parse`] reads it.
    pub fn to_value(self) -> String {
        let Settings {
            opponent,
            color,
            clock,
            pace,
            engine,
            matched,
            coached,
            second_engine: rival,
            depth,
            quiescence,
            null_move,
            tables,
            learning,
            hints,
            auto_queen,
            slow_replay,
        } = self.settings;
        let mut value = String::new();
        let mut add = |name: &str, text: &str| {
            let between = if value.is_empty() { "" } else { "&" };
            value.extend([between, name, "=", text]);
        };
        for (attribute, value) in self.root_attributes() {
            add(attribute.strip_prefix("data-").unwrap_or(attribute), value);
        }
        add("volume", &self.volume.to_string());
        add("opponent", choice_name(&OPPONENTS, opponent));
        add("color", choice_name(&COLORS, color));
        let clock = clock.map_or_else(|| "off".to_owned(), |clock| clock.to_string());
        add("clock", &clock);
        add("pace", choice_name(&PACES, pace));
        for (engine, [mind, book, level, style]) in
            [(engine, ENGINE_FIELDS), (rival, SECOND_ENGINE_FIELDS)]
        {
            add(mind, engine.strategy.as_str());
            add(book, choice_name(&BOOKS, engine.book));
            add(level, &engine.strength.to_string());
            if let Some(playing_style) = engine.playing_style {
                add(style, playing_style.as_str());
            }
        }
        add("depth", &depth.unwrap_or(0).to_string());
        if tables != TableSet::None {
            add("tables", tables.as_str());
        }
        add("rule", choice_name(&RULES, learning.rule));
        let switches = [
            ("quiescence", quiescence),
            ("null_move", null_move),
            ("learn", learning.on),
            ("guard", learning.guard),
            ("hints", hints),
            ("auto_queen", auto_queen),
            ("replay", slow_replay),
            ("muted", self.muted),
            ("shortcuts", self.shortcuts),
        ];
        for (name, on) in switches {
            add(name, choice_name(&SWITCH, on));
        }
        for (name, on) in [("match", matched), ("coach", coached)] {
            if on {
                add(name, "on");
            }
        }
        // As every visitor has them, they are not written.
        for (name, on) in [("table", learning.table), ("network", learning.network)] {
            if !on {
                add(name, "off");
            }
        }
        let shares = [
            ("rate", learning.rate),
            ("discount", learning.discount),
            ("epsilon", learning.epsilon),
        ];
        for (name, percent) in shares {
            add(name, &percent.to_string());
        }
        value
    }

    fn set(&mut self, name: &str, text: &str) {
        let settings = &mut self.settings;
        let learning = &mut settings.learning;
        match name {
            "theme" => set_choice(&THEMES, text, &mut self.theme),
            "board" => set_choice(&BOARDS, text, &mut self.board),
            "coordinates" => set_choice(&COORDINATES, text, &mut self.coordinates),
            "volume" => set_percent(text, &mut self.volume),
            "muted" => set_choice(&SWITCH, text, &mut self.muted),
            "shortcuts" => set_choice(&SWITCH, text, &mut self.shortcuts),
            "auto_queen" => set_choice(&SWITCH, text, &mut settings.auto_queen),
            "opponent" => set_choice(&OPPONENTS, text, &mut settings.opponent),
            "match" => set_choice(&SWITCH, text, &mut settings.matched),
            "coach" => set_choice(&SWITCH, text, &mut settings.coached),
            "color" => set_choice(&COLORS, text, &mut settings.color),
            "clock" => {
                if let Some(clock) = TimeControl::from_text(text) {
                    settings.clock = Some(clock);
                }
            }
            "pace" => set_choice(&PACES, text, &mut settings.pace),
            "hints" => set_choice(&SWITCH, text, &mut settings.hints),
            "replay" => set_choice(&SWITCH, text, &mut settings.slow_replay),
            "quiescence" => set_choice(&SWITCH, text, &mut settings.quiescence),
            "null_move" => set_choice(&SWITCH, text, &mut settings.null_move),
            "tables" => settings.tables = TableSet::of_ours(text).unwrap_or(settings.tables),
            "learn" => set_choice(&SWITCH, text, &mut learning.on),
            "table" => set_choice(&SWITCH, text, &mut learning.table),
            "network" => set_choice(&SWITCH, text, &mut learning.network),
            "guard" => set_choice(&SWITCH, text, &mut learning.guard),
            "rule" => set_choice(&RULES, text, &mut learning.rule),
            "rate" => set_percent(text, &mut learning.rate),
            "discount" => set_percent(text, &mut learning.discount),
            "epsilon" => set_percent(text, &mut learning.epsilon),
            "depth" => {
                if let Some(depth) = text
                    .parse()
                    .ok()
                    .filter(|depth| *depth <= DEPTH_NAMES.len() as u8)
                {
                    settings.depth = Some(depth).filter(|depth| *depth > 0);
                }
            }
            _ => {
                for (names, engine) in [
                    (ENGINE_FIELDS, &mut settings.engine),
                    (SECOND_ENGINE_FIELDS, &mut settings.second_engine),
                ] {
                    if let Some(index) = names.iter().position(|known| *known == name) {
                        set_engine(index, text, engine);
                    }
                }
            }
        }
    }
}

/// The cookie's fields of an engine's strategy, book, strength and playing style.
const ENGINE_FIELDS: [&str; 4] = ["mind", "book", "level", "style"];
const SECOND_ENGINE_FIELDS: [&str; 4] = ["mind2", "book2", "level2", "style2"];

fn set_engine(index: usize, text: &str, settings: &mut EngineSettings) {
    match index {
        0 => {
            let known = text.parse().ok();
            if let Some(mind) = known.filter(|mind| STRATEGIES.contains(mind)) {
                settings.strategy = mind;
            }
        }
        1 => set_choice(&BOOKS, text, &mut settings.book),
        3 => settings.playing_style = text.parse().ok().or(settings.playing_style),
        _ => {
            if let Ok(strength) = text.parse() {
                settings.strength = strength;
            }
        }
    }
}

/// Sets a percentage.
fn set_percent(text: &str, slot: &mut u8) {
    if let Some(percent) = text.parse().ok().filter(|percent| *percent <= 100) {
        *slot = percent;
    }
}

/// The value of the cookie `name` in a `Cookie` header or in `document.cookie`. The crate `cookie`
/// would be part of the bundle, for values that are neither quoted nor encoded.
pub fn cookie_value<'a>(cookies: &'a str, name: &str) -> Option<&'a str> {
    cookies
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

fn choice_name<T: PartialEq + Copy>(words: &[(&'static str, T)], value: T) -> &'static str {
    words
        .iter()
        .find(|(_, known)| *known == value)
        .map_or("", |(word, _)| word)
}

fn set_choice<T: Copy>(words: &[(&str, T)], text: &str, slot: &mut T) {
    if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
        *slot = *value;
    }
}

#[cfg(test)]
mod tests {
    use engine::eval::PlayingStyle;
    use engine::player::Strength;
    use wire::learning_choice::LearningChoice;

    use super::*;

    fn engine(strength: Strength, further: usize) -> EngineSettings {
        let index = usize::from(strength.tenths()) + further;
        EngineSettings {
            strategy: STRATEGIES[index % STRATEGIES.len()],
            book: BOOKS[index % BOOKS.len()].1,
            strength,
            playing_style: PlayingStyle::ALL.get(index % 7).copied(),
        }
    }

    #[test]
    fn every_choice_survives_the_cookie() {
        for (_, theme) in THEMES {
            for (_, color) in COLORS {
                for strength in Strength::all() {
                    let number = strength.tenths() % 10;
                    let prefs = Prefs {
                        theme,
                        board: BOARDS[usize::from(number) % BOARDS.len()].1,
                        coordinates: COORDINATES[usize::from(number) % 3].1,
                        volume: number * 10,
                        muted: true,
                        shortcuts: false,
                        settings: Settings {
                            opponent: Opponent::Engines,
                            color,
                            clock: TimeControl::from_text(&format!("{}.7", 10 * number + 5)),
                            pace: PACES[usize::from(number) % PACES.len()].1,
                            engine: engine(strength, 0),
                            matched: number.is_multiple_of(2),
                            coached: number.is_multiple_of(3),
                            second_engine: engine(strength, 1),
                            depth: Some(number).filter(|depth| (1..=6).contains(depth)),
                            quiescence: false,
                            null_move: false,
                            tables: TableSet::OURS[usize::from(number) % 3],
                            learning: LearningChoice {
                                on: false,
                                table: false,
                                network: false,
                                guard: false,
                                rule: Rule::QLearning,
                                rate: 0,
                                discount: 100,
                                epsilon: number,
                            },
                            hints: false,
                            auto_queen: true,
                            slow_replay: false,
                        },
                    };
                    assert_eq!(Prefs::parse(&prefs.to_value()), prefs);
                }
            }
        }
    }

    #[test]
    fn a_hostile_value_falls_back_field_by_field() {
        for hostile in [
            "",
            "=",
            "&&&",
            "theme",
            "theme=<script>&board=gold&coordinates=3&volume=101&muted=1&auto_queen=yes",
            "level=0&level=11&level=-1&level=256&level=3.45&level=10.1&level=3.",
            "color=purple&hints=maybe&replay=&clock=5+3&pace=hasty&clock=0.0",
            "style=wild&style=&style2=Attacker&mind=oracle&mind2=oracle&mind=Calculator&book=thick",
            "depth=7&depth=-1&tables=5&tables=syzygy&tables=&rate=101&discount=1e1&epsilon=&rule=magic&learn=perhaps",
            "theme=DARK",
            "\u{0}\u{ffff}",
        ] {
            assert_eq!(Prefs::parse(hostile), Prefs::default(), "{hostile:?}");
        }
        let half = Prefs::parse("theme=light&level=99&hints=off");
        assert_eq!(half.theme, Theme::Light);
        assert_eq!(half.settings.engine.strength, Strength::default());
        assert!(!half.settings.hints);
    }

    #[test]
    fn the_cookie_is_found_among_others_by_its_whole_name() {
        let header = "a=b; xponder_prefs=theme=light; ponder_prefs=theme=system&level=5.5; c";
        let prefs = Prefs::from_cookies(header);
        assert_eq!(
            (prefs.theme, prefs.settings.engine.strength.tenths()),
            (Theme::System, 55)
        );
        assert_eq!(Prefs::from_cookies("a=b"), Prefs::default());
    }

    #[test]
    fn the_value_needs_no_quoting_in_a_cookie() {
        let value = Prefs::default().to_value();
        assert!(
            value
                .bytes()
                .all(|b| b.is_ascii_graphic() && !b"\",;\\".contains(&b)),
            "{value}"
        );
    }
}
