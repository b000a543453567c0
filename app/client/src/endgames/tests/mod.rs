//! The course: its positions, its opponent, and the reducer with tables of three men.

mod answers;
mod lessons;
mod page;
mod progress;

use std::sync::LazyLock;

use engine::rules::{Game, Move};
use tablebase::{Tables, three_men};

use super::*;
use crate::worker::EngineCommand;

fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(three_men);
    &TABLES
}

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn lesson(id: &str) -> &'static Lesson {
    Lesson::find(id).unwrap_or_else(|| panic!("no lesson {id}"))
}

/// A page, its worker with the tables of three men, and its timers.
struct Page {
    state: EndgameState,
    stored: usize,
}

impl Page {
    fn open(id: &str) -> Page {
        let mut page = Page {
            state: EndgameState::default(),
            stored: 0,
        };
        page.send(EndgameEvent::Open(Some(lesson(id))));
        page
    }

    /// Sends an event, and carries out what follows until nothing does.
    fn send(&mut self, event: EndgameEvent) {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            for effect in self.state.update(event) {
                match effect {
                    EndgameEffect::Ask(request) => {
                        let answer = answer(&request, tables()).expect("a request");
                        events.push(EndgameEvent::Answer(Box::new(answer)));
                    }
                    EndgameEffect::ReplySoon => events.push(EndgameEvent::Reply),
                    EndgameEffect::TickSoon(film) => events.push(EndgameEvent::Tick(film)),
                    EndgameEffect::Store(_) => self.stored += 1,
                    EndgameEffect::Engine(EngineCommand::Start) => {}
                    EndgameEffect::Engine(command) => panic!("{command:?}"),
                }
            }
        }
    }

    fn play(&mut self, uci: &str) {
        let mv = self.state.game.position().parse_uci(uci);
        self.send(EndgameEvent::Play(
            mv.unwrap_or_else(|_| panic!("{uci} is no move")),
        ));
    }

    /// The best move by the tables.
    fn best(&self) -> Move {
        let moves = tablebase::solved_moves(tables(), self.state.game.position());
        moves.expect("a solved position")[0].mv
    }
}
