//! The form for a new repertoire: of lines in PGN, or of the visitor's own games.

use client::game_import::Visitor;
use client::openings::{
    DEFAULT_DEPTH, DEPTHS, MAX_NAME_CHARS, MAX_TEXT_BYTES, OpeningsEvent, OwnGames, Repertoire,
    RepertoireError, read_text, stated_tags,
};
use engine::rules::Color;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::web_sys::File;

use crate::components::shared::format::{color_name, counted};
use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::controllers::openings::OpeningsController;
use crate::platform::clock::local_time;
use crate::platform::files::{chosen_file, file_text};

/// The longest text of a file that stands in the field, bytes.
const MAX_SHOWN_BYTES: usize = 64 * 1024;
/// So many players' names are offered.
const MAX_NAMES: usize = 12;

/// What is filled in.
#[derive(Clone, Copy)]
struct RepertoireForm {
    name: RwSignal<String>,
    color: RwSignal<Color>,
    text: RwSignal<String>,
    /// Whether the text is the visitor's games.
    is_games: RwSignal<bool>,
    /// The games, once they are read.
    games: RwSignal<Option<OwnGames>>,
    /// The name of the visitor among the players.
    player: RwSignal<usize>,
    depth: RwSignal<u16>,
    said: RwSignal<String>,
    error: RwSignal<String>,
    is_busy: RwSignal<bool>,
}

#[component]
pub fn NewRepertoire(openings: OpeningsController) -> impl IntoView {
    let form = RepertoireForm {
        name: RwSignal::new(String::new()),
        color: RwSignal::new(Color::White),
        text: RwSignal::new(String::new()),
        is_games: RwSignal::new(false),
        games: RwSignal::new(None),
        player: RwSignal::new(0),
        depth: RwSignal::new(DEFAULT_DEPTH),
        said: RwSignal::new(String::new()),
        error: RwSignal::new(String::new()),
        is_busy: RwSignal::new(false),
    };
    let has_games = move || form.is_games.get() && form.games.with(Option::is_some);
    let player_names = move || {
        let names = form.games.with(|games| players(games.as_ref()));
        let option = |(index, name): (usize, String)| {
            view! {
                <option value=index.to_string() prop:selected=move || form.player.get() == index>
                    {name}
                </option>
            }
        };
        names.into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <section class="panel new-repertoire" aria-labelledby="new-repertoire-title">
            <div class="panel-head">
                <h2 id="new-repertoire-title">"New repertoire"</h2>
            </div>
            <div class="panel-body">
                <label class="other-name">
                    "Name"
                    <input
                        type="text"
                        maxlength=MAX_NAME_CHARS.to_string()
                        autocomplete="off"
                        prop:value=move || form.name.get()
                        on:input=move |event| form.name.set(event_target_value(&event))
                    />
                </label>
                <ChoiceList
                    label="You play"
                    choices=Signal::stored(Color::ALL.to_vec())
                    text=|color| color_name(color).to_owned()
                    chosen=form.color
                    choose=move |color| form.color.set(color)
                />
                <ChoiceList
                    label="Made of"
                    choices=Signal::stored(vec![false, true])
                    text=|is_games| {
                        match is_games {
                            true => "Your games: the moves you play most".to_owned(),
                            false => "Lines: all moves with their variations".to_owned(),
                        }
                    }
                    chosen=form.is_games
                    choose=move |is_games| {
                        form.is_games.set(is_games);
                        form.games.set(None);
                    }
                />
                <label>
                    <span class="empty">"PGN"</span>
                    <textarea
                        rows="6"
                        spellcheck="false"
                        autocomplete="off"
                        prop:value=move || form.shown_text()
                        on:input=move |event| form.take_text(event_target_value(&event))
                    ></textarea>
                </label>
                <div hidden=move || !has_games()>
                    <label>
                        <span class="empty">"You are"</span>
                        <select
                            autocomplete="off"
                            on:change=move |event| {
                                form.player.set(event_target_value(&event).parse().unwrap_or(0));
                            }
                        >
                            {player_names}
                        </select>
                    </label>
                    <ChoiceList
                        label="Depth"
                        choices=Signal::stored(DEPTHS.to_vec())
                        text=|depth| format!("{depth} moves")
                        chosen=form.depth
                        choose=move |depth| form.depth.set(depth)
                    />
                </div>
                {move || {
                    let error = Some(form.error.get()).filter(|error| !error.is_empty());
                    error.map(|error| view! { <p class="trouble" role="alert">{error}</p> })
                }}
                <p class="empty figures" role="status">
                    {move || form.said.get()}
                </p>
                <div class="import-actions">
                    <label class="button file">
                        "Choose a file"
                        <input
                            type="file"
                            class="visually-hidden"
                            accept=".pgn,.txt,text/plain,application/x-chess-pgn"
                            on:change=move |event| {
                                if let Some(file) = chosen_file(&event) {
                                    spawn_local(form.take_file(file));
                                }
                            }
                        />
                    </label>
                    <button
                        type="button"
                        class="button primary"
                        disabled=move || form.is_busy.get() || form.text.with(String::is_empty)
                        on:click=move |_| form.press(openings)
                    >
                        {move || match form.is_games.get() && form.games.with(Option::is_none) {
                            true => "Read the games",
                            false => "Make the repertoire",
                        }}
                    </button>
                </div>
            </div>
        </section>
    }
}

/// The players of the games, the most frequent first.
fn players(games: Option<&OwnGames>) -> Vec<String> {
    let names = games
        .map(|games| games.names.by_games())
        .unwrap_or_default();
    let names = names.into_iter().take(MAX_NAMES);
    let text = |(name, games): (&str, u32)| format!("{name}, {}", counted(games.into(), "game"));
    names.map(text).collect()
}

impl RepertoireForm {
    /// What the field shows: a large file would hold up the page.
    fn shown_text(self) -> String {
        let is_short = self.text.with(|text| text.len() <= MAX_SHOWN_BYTES);
        if is_short {
            self.text.get()
        } else {
            String::new()
        }
    }

    fn take_text(self, text: String) {
        if let Some((color, name)) = stated_tags(&text) {
            self.color.set(color);
            if self.name.with_untracked(String::is_empty) {
                self.name.set(name);
            }
        }
        self.text.set(text);
        self.games.set(None);
        self.error.set(String::new());
        self.said.set(String::new());
    }

    async fn take_file(self, file: File) {
        if file.size() > MAX_TEXT_BYTES as f64 {
            let (most, found) = (MAX_TEXT_BYTES, file.size() as usize);
            return self.refuse(&RepertoireError::TooLong { most, found });
        }
        match file_text(&file).await {
            // The page may be gone.
            Some(text) if self.text.try_get_untracked().is_some() => {
                self.take_text(text);
                self.said.set(format!("{} is chosen.", file.name()));
            }
            Some(_) => {}
            None => {
                self.error
                    .try_set(format!("{} could not be read.", file.name()));
            }
        }
    }

    fn refuse(self, error: &RepertoireError) {
        self.error.try_set(error.to_string());
    }

    fn press(self, openings: OpeningsController) {
        self.error.set(String::new());
        let (text, name) = (self.text.get_untracked(), self.name.get_untracked());
        let color = self.color.get_untracked();
        let id = openings.with_untracked(|state| state.new_id(local_time()));
        if !self.is_games.get_untracked() {
            return match Repertoire::from_pgn(id, &name, color, &text) {
                Ok((made, read)) => self.add(openings, made, read_text(read)),
                Err(error) => self.refuse(&error),
            };
        }
        let Some(games) = self.games.get_untracked() else {
            self.said.set("Reading the games\u{2026}".to_owned());
            self.is_busy.set(true);
            return spawn_local(async move {
                let games = openings.read_games(&text).await;
                let said = format!("{} read.", counted(games.count() as u64, "game"));
                self.said.try_set(said);
                self.player.try_set(0);
                self.games.try_set(Some(games));
                self.is_busy.try_set(false);
            });
        };
        let names = games.names.by_games();
        let player = names.get(self.player.get_untracked());
        let visitor = Visitor::Names(
            player
                .map(|(name, _)| (*name).to_owned())
                .into_iter()
                .collect(),
        );
        let said = self.said.get_untracked();
        match games.repertoire(id, &name, color, &visitor, self.depth.get_untracked()) {
            Ok(made) => self.add(openings, made, said),
            Err(error) => self.refuse(&error),
        }
    }

    fn add(self, openings: OpeningsController, made: Repertoire, said: String) {
        openings.dispatch(OpeningsEvent::Add(Box::new(made)));
        self.take_text(String::new());
        self.name.set(String::new());
        self.said.set(said);
    }
}
