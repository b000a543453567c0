//! Plays one game in the worker.

use std::cell::RefCell;
use std::time::Duration;

use engine::eval::SharedEval;
use engine::player::{Clock, Control};
use engine::rules::{Game, Move};
use engine::search::Score;
use lab::arena::{
    Adjudication, Fault, FaultKind, FinishedGame, GameRunner, GameSide, InProcessPlayer,
    MatchPlayer, MoveReply, MoveRequest, Openings, Termination,
};

use super::{ArenaRequest, ArenaResponse, GameOrder, GameProgress, PlayedGame, SideOrder};

/// A clock may be overrun by this: the browser has other things to do in between.
const TIME_MARGIN: Duration = Duration::from_millis(50);
/// An overrun by more is not the player's: the machine has slept, or the tab was frozen.
const OVERSLEPT: Duration = Duration::from_secs(2);
/// The least time between two messages about a game.
const MESSAGE_INTERVAL: Duration = Duration::from_millis(100);

/// Carries a request out by this network, if there is one; `send` gets the answers as they come. A game
/// that is stopped has no last one.
pub fn answer(
    request: ArenaRequest,
    network: Option<SharedEval>,
    control: &Control<'_>,
    send: &mut dyn FnMut(ArenaResponse),
) {
    let ArenaRequest::Play(order) = request;
    let number = order.number;
    match play(&order, network, control, send) {
        Ok(Some(game)) => send(ArenaResponse::Finished {
            number,
            game: game.to_text(),
        }),
        Ok(None) => {}
        Err(Unplayed::Overslept) => send(ArenaResponse::Overslept { number }),
        Err(Unplayed::Refused(reason)) => send(ArenaResponse::Refused { number, reason }),
    }
}

/// Why a game has no result.
enum Unplayed {
    /// A player cannot play, for this reason.
    Refused(String),
    Overslept,
}

/// The game; `None` if it was stopped.
///
/// # Errors
/// It has no result.
fn play(
    order: &GameOrder,
    network: Option<SharedEval>,
    control: &Control<'_>,
    send: &mut dyn FnMut(ArenaResponse),
) -> Result<Option<PlayedGame>, Unplayed> {
    let (seed, opening) = order.opening;
    let opening = Openings::new(seed.into()).get(opening);
    let reporter = RefCell::new(Reporter {
        progress: first_progress(order.number, &opening),
        sent: control.clock.now(),
        turn_ended: control.clock.now(),
        overslept: false,
        clock: control.clock,
        send,
    });
    let seed = u64::from(order.number);
    let player = |side: &SideOrder| {
        let player = side
            .entrant
            .player(side.file.as_deref(), network.clone(), seed);
        match player {
            Ok(player) => Ok(WatchedPlayer {
                player: InProcessPlayer(player),
                reporter: &reporter,
            }),
            Err(reason) => Err(Unplayed::Refused(reason)),
        }
    };
    let mut players = [player(&order.sides[0])?, player(&order.sides[1])?];
    let runner = GameRunner {
        clock: control.clock,
        stop: control.stop,
        time_margin: TIME_MARGIN,
        adjudication: Adjudication::default(),
        seed,
    };
    reporter.borrow_mut().send();
    let budget = order.limit.budget();
    let sides = players.each_mut().map(|player| GameSide { player, budget });
    let finished = runner.play(&opening, sides);
    let lost_on_time = |finished: &FinishedGame| match &finished.termination {
        Termination::Fault(fault) => fault.kind == FaultKind::Time,
        Termination::Rules(_) | Termination::Adjudicated => false,
    };
    if finished.as_ref().is_some_and(lost_on_time) && reporter.borrow().has_overslept() {
        return Err(Unplayed::Overslept);
    }
    Ok(finished.map(|finished| PlayedGame::new(order.number, finished)))
}

fn first_progress(number: u32, opening: &Game) -> GameProgress {
    GameProgress {
        number,
        moves: opening.moves().to_vec(),
        score: None,
        clocks: [None; 2],
    }
}

/// Sends what has happened, not more often than it can be looked at.
struct Reporter<'a> {
    progress: GameProgress,
    sent: Duration,
    /// When the last move came.
    turn_ended: Duration,
    /// Whether the last move came far later than its player could have wanted.
    overslept: bool,
    clock: &'a dyn Clock,
    send: &'a mut dyn FnMut(ArenaResponse),
}

impl Reporter<'_> {
    fn moved(&mut self, mv: Move, score: Option<Score>, clocks: [Option<u32>; 2]) {
        self.progress.moves.push(mv);
        (self.progress.score, self.progress.clocks) = (score, clocks);
        if self.clock.now().saturating_sub(self.sent) >= MESSAGE_INTERVAL {
            self.send();
        }
    }

    fn end_turn(&mut self, max_time: Option<Duration>) {
        let now = self.clock.now();
        let used = now.saturating_sub(self.turn_ended);
        self.overslept = max_time.is_some_and(|most| used > most.saturating_add(OVERSLEPT));
        self.turn_ended = now;
    }

    /// Whether the machine slept in the last turn, or since.
    fn has_overslept(&self) -> bool {
        self.overslept || self.clock.now().saturating_sub(self.turn_ended) > OVERSLEPT
    }

    fn send(&mut self) {
        let next = GameProgress {
            moves: Vec::new(),
            ..self.progress
        };
        let progress = std::mem::replace(&mut self.progress, next);
        (self.send)(ArenaResponse::Progress(progress));
        self.sent = self.clock.now();
    }
}

/// A player whose moves are reported.
struct WatchedPlayer<'a, 'b, P> {
    player: P,
    reporter: &'a RefCell<Reporter<'b>>,
}

impl<P: MatchPlayer> MatchPlayer for WatchedPlayer<'_, '_, P> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.player.new_game()
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        let reply = self.player.choose(request)?;
        self.reporter.borrow_mut().end_turn(request.max_time);
        let mover = request.game.position().side_to_move();
        let score = reply.score.map(|score| score.for_white(mover));
        let clocks = request.clocks.map(|clock| {
            let ms = clock?.time.as_millis();
            Some(u32::try_from(ms).unwrap_or(u32::MAX))
        });
        self.reporter.borrow_mut().moved(reply.mv, score, clocks);
        Ok(reply)
    }
}
