//! Plays the pairs of a match on several threads and collects the results.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use engine::rules::{Color, Game};
use lab::arena::{
    self, FinishedGame, GameRecord, GameRunner, GameSide, Openings, PairRecord, PgnTags, Schedule,
    Termination,
};

use super::match_files::MatchFiles;
use super::progress::Progress;
use super::settings::{ArenaSettings, SIDES};
use super::side_player::SidePlayer;
use crate::clock::WallClock;

/// What the threads share.
struct MatchState<'a> {
    schedule: Schedule,
    files: MatchFiles,
    on_pair: &'a mut (dyn FnMut(&Schedule) + Send),
    /// Why the match was aborted.
    failure: Option<String>,
}

struct MatchRunner<'a> {
    settings: &'a ArenaSettings,
    state: Mutex<MatchState<'a>>,
    stop: AtomicBool,
    start: Instant,
}

/// What a match has come to.
pub struct MatchOutcome {
    pub schedule: Schedule,
    /// Why it was aborted.
    pub failure: Option<String>,
}

/// Plays the match to its end and prints the result.
///
/// # Errors
/// The match could not start or go on; finished pairs are kept.
pub fn run_match(settings: &ArenaSettings) -> Result<(), String> {
    let mut progress = Progress::new();
    let outcome = play_match(settings, &mut |schedule| progress.print_if_due(schedule))?;
    progress.print_summary(settings, &outcome.schedule);
    outcome.failure.map_or(Ok(()), Err)
}

/// Plays the match to its end; `on_pair` is told of each finished pair.
///
/// # Errors
/// The match could not start.
pub fn play_match(
    settings: &ArenaSettings,
    on_pair: &mut (dyn FnMut(&Schedule) + Send),
) -> Result<MatchOutcome, String> {
    let (files, known) = MatchFiles::open(settings)?;
    let mut schedule = Schedule::new(settings.pairs, settings.flags.sprt);
    known.into_iter().for_each(|pair| schedule.record(pair));
    let state = MatchState {
        schedule,
        files,
        on_pair,
        failure: None,
    };
    let runner = MatchRunner {
        settings,
        stop: AtomicBool::new(false),
        state: Mutex::new(state),
        start: Instant::now(),
    };
    let threads = settings.flags.concurrency().min(settings.pairs as usize);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| runner.worker_loop());
        }
    });
    let state = runner.state.into_inner();
    let MatchState {
        schedule, failure, ..
    } = state.unwrap_or_else(PoisonError::into_inner);
    Ok(MatchOutcome { schedule, failure })
}

impl<'a> MatchRunner<'a> {
    fn state(&self) -> MutexGuard<'_, MatchState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_time_up(&self) -> bool {
        let limit = self.settings.flags.seconds;
        limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }

    /// Plays pairs until the schedule has no more.
    fn worker_loop(&self) {
        let max_silence = self.settings.flags.silence;
        let mut players = self
            .settings
            .sides
            .each_ref()
            .map(|side| SidePlayer::new(side, max_silence));
        let mut openings = Openings::new(self.settings.flags.seed);
        while !self.is_time_up() {
            let Some(index) = self.state().schedule.next_pair() else {
                return;
            };
            match self.play_pair(index, &openings.get(index), &mut players) {
                Ok(Some((record, games))) => self.record(&record, &games),
                Ok(None) => return,
                Err(failure) => {
                    self.abort(failure);
                    return;
                }
            }
        }
    }

    fn record(&self, record: &PairRecord, games: &str) {
        let mut state = self.state();
        if let Err(failure) = state.files.append(record, games) {
            drop(state);
            self.abort(failure);
            return;
        }
        let state = &mut *state;
        state.schedule.record(*record);
        (state.on_pair)(&state.schedule);
        if state.schedule.decision().is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn abort(&self, failure: String) {
        self.stop.store(true, Ordering::Relaxed);
        self.state().failure.get_or_insert(failure);
    }

    /// Plays both games of an opening and writes their PGN; `None` if the match ended meanwhile.
    fn play_pair(
        &self,
        index: u32,
        opening: &Game,
        players: &mut [SidePlayer; 2],
    ) -> Result<Option<(PairRecord, String)>, String> {
        let mut games = [None; 2];
        let mut text = String::new();
        for (round, record) in games.iter_mut().enumerate() {
            // Side a has White in the first game.
            let color = [Color::White, Color::Black][round];
            let Some(finished) = self.play_game(index, color, opening, players)? else {
                return Ok(None);
            };
            let name = format!("{}.{}", index + 1, round + 1);
            self.print_fault(&name, color, &finished);
            text.push_str(&arena::write_pgn(&finished, &self.tags(name, color)));
            *record = Some(GameRecord::new(&finished, color));
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

    /// Plays one game in which side a has `color`.
    fn play_game(
        &self,
        index: u32,
        color: Color,
        opening: &Game,
        players: &mut [SidePlayer; 2],
    ) -> Result<Option<FinishedGame>, String> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        for player in players.iter_mut() {
            player.prepare()?;
        }
        let clock = WallClock::new();
        let runner = GameRunner {
            clock: &clock,
            stop: &self.stop,
            time_margin: self.settings.flags.margin,
            adjudication: self.settings.flags.adjudication(),
            seed: self.settings.flags.seed.wrapping_add(u64::from(index)),
        };
        let [a, b] = players;
        let [a, b] = [(a, 0), (b, 1)].map(|(player, side)| GameSide {
            player: player.as_match_player(),
            budget: self.settings.sides[side].config.budget,
        });
        let sides = match color {
            Color::White => [a, b],
            Color::Black => [b, a],
        };
        Ok(runner.play(opening, sides))
    }

    fn tags(&self, round: String, color: Color) -> PgnTags {
        let [mut white, mut black] = self.settings.sides.each_ref();
        if color == Color::Black {
            std::mem::swap(&mut white, &mut black);
        }
        PgnTags {
            white: white.name.clone(),
            black: black.name.clone(),
            round,
            white_limits: white.text.clone(),
            black_limits: black.text.clone(),
        }
    }

    /// Prints a fault as it happens.
    fn print_fault(&self, round: &str, color: Color, finished: &FinishedGame) {
        if let (Termination::Fault(fault), Some(winner)) = (&finished.termination, finished.winner)
        {
            let loser = usize::from(winner == color);
            println!(
                "game {round}: side {} ({}), {:?}: {}",
                SIDES[loser], self.settings.sides[loser].name, fault.kind, fault.detail
            );
        }
    }
}
