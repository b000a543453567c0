//! Where the games are played: several pairs at a time, results in one place.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use engine::rules::{Color, Game};
use lab::arena::{
    self, Ending, GameRecord, Labels, Openings, PairRecord, Played, Schedule, Seat, Umpire,
};

use super::contender::Contender;
use super::files::Files;
use super::progress::Progress;
use super::settings::{SIDES, Settings};
use crate::clock::WallClock;

/// What the threads share.
struct Desk {
    schedule: Schedule,
    files: Files,
    progress: Progress,
    /// Why the match is broken off.
    failure: Option<String>,
}

struct Hall<'a> {
    settings: &'a Settings,
    desk: Mutex<Desk>,
    stop: AtomicBool,
}

/// Plays the match to its end and says how it went.
///
/// # Errors
/// It could not begin or go on; what is finished is kept.
pub fn play(settings: &Settings) -> Result<(), String> {
    let (files, known) = Files::open(settings)?;
    let mut schedule = Schedule::new(settings.pairs, settings.sprt);
    known.into_iter().for_each(|pair| schedule.take(pair));
    let desk = Desk {
        progress: Progress::new(),
        schedule,
        files,
        failure: None,
    };
    let hall = Hall {
        settings,
        stop: AtomicBool::new(false),
        desk: Mutex::new(desk),
    };
    let tables = settings.concurrency.min(settings.pairs as usize);
    thread::scope(|scope| {
        for _ in 0..tables {
            scope.spawn(|| hall.table());
        }
    });
    let desk = hall
        .desk
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    desk.progress.sum_up(settings, &desk.schedule);
    desk.failure.map_or(Ok(()), Err)
}

impl Hall<'_> {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread: plays pairs as long as there are any.
    fn table(&self) {
        let silence = self.settings.silence;
        let mut contenders = self
            .settings
            .sides
            .each_ref()
            .map(|side| Contender::new(side, silence));
        let mut openings = Openings::new(self.settings.seed);
        loop {
            let Some(index) = self.desk().schedule.hand_out() else {
                return;
            };
            match self.pair(index, &openings.get(index), &mut contenders) {
                Ok(Some((record, games))) => self.report(&record, &games),
                Ok(None) => return,
                Err(failure) => {
                    self.break_off(failure);
                    return;
                }
            }
        }
    }

    fn report(&self, record: &PairRecord, games: &str) {
        let mut desk = self.desk();
        if let Err(failure) = desk.files.keep(record, games) {
            drop(desk);
            self.break_off(failure);
            return;
        }
        let desk = &mut *desk;
        desk.schedule.take(*record);
        desk.progress.tell(&desk.schedule);
        if desk.schedule.verdict().is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn break_off(&self, failure: String) {
        self.stop.store(true, Ordering::Relaxed);
        self.desk().failure.get_or_insert(failure);
    }

    /// Both games of an opening with their PGN; `None` if the match ended meanwhile.
    fn pair(
        &self,
        index: u32,
        opening: &Game,
        contenders: &mut [Contender; 2],
    ) -> Result<Option<(PairRecord, String)>, String> {
        let mut games = [None; 2];
        let mut text = String::new();
        for (round, record) in games.iter_mut().enumerate() {
            // Side a has White in the first game.
            let color = [Color::White, Color::Black][round];
            let Some(played) = self.game(index, color, opening, contenders)? else {
                return Ok(None);
            };
            let name = format!("{}.{}", index + 1, round + 1);
            self.tell_fault(&name, color, &played);
            text.push_str(&arena::write(&played, &self.labels(name, color)));
            *record = Some(GameRecord::new(&played, color));
        }
        let [Some(first), Some(second)] = games else {
            return Ok(None);
        };
        let record = PairRecord {
            index,
            games: [first, second],
        };
        Ok(Some((record, text)))
    }

    /// One game in which side a plays `color`.
    fn game(
        &self,
        index: u32,
        color: Color,
        opening: &Game,
        contenders: &mut [Contender; 2],
    ) -> Result<Option<Played>, String> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        for contender in contenders.iter_mut() {
            contender.prepare()?;
        }
        let clock = WallClock::new();
        let umpire = Umpire {
            clock: &clock,
            stop: &self.stop,
            margin: self.settings.margin,
            adjudication: self.settings.adjudication,
            seed: self.settings.seed.wrapping_add(u64::from(index)),
        };
        let [a, b] = contenders;
        let [a, b] = [(a, 0), (b, 1)].map(|(contender, side)| Seat {
            contestant: contender.contestant(),
            allowance: self.settings.sides[side].config.allowance,
        });
        let seats = match color {
            Color::White => [a, b],
            Color::Black => [b, a],
        };
        Ok(umpire.play(opening, seats))
    }

    fn labels(&self, round: String, color: Color) -> Labels {
        let [mut white, mut black] = self.settings.sides.each_ref();
        if color == Color::Black {
            std::mem::swap(&mut white, &mut black);
        }
        Labels {
            white: white.name.clone(),
            black: black.name.clone(),
            round,
            white_limits: white.text.clone(),
            black_limits: black.text.clone(),
        }
    }

    /// A fault is worth a line of its own when it happens.
    fn tell_fault(&self, round: &str, color: Color, played: &Played) {
        if let (Ending::Fault(fault), Some(winner)) = (&played.ending, played.winner) {
            let loser = usize::from(winner == color);
            println!(
                "game {round}: side {} ({}), {:?}: {}",
                SIDES[loser], self.settings.sides[loser].name, fault.kind, fault.detail
            );
        }
    }
}
