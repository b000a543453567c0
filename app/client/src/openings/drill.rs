//! A line of the drill: what is asked, the answers, and the opponent's moves.

use engine::exercises::ExerciseId;
use engine::rules::{Game, Move};
use wire::visitor::exercises::AnswerGrade;

use super::departure::DepartureOrder;
use super::event::OpeningsEffect;
use super::limits::MAX_PLIES;
use super::opponent::{LineOpponent, book_reply, repertoire_reply};
use super::repertoire::{Card, Repertoire, RepertoireId};
use super::state::{LineEnd, LineStage, OpeningLine, OpeningsState};
use crate::exercises::LocalTime;
use crate::sorted::sorted;

/// The hints: the piece, then the move.
const MAX_HINTS: u8 = 2;

impl OpeningLine {
    pub(super) fn new(repertoire: RepertoireId, opponent: LineOpponent) -> OpeningLine {
        OpeningLine {
            repertoire,
            opponent,
            is_browsed: false,
            everything: false,
            game: Game::new(),
            stage: LineStage::YourMove,
            asked: Vec::new(),
            is_beyond: false,
            wrong: 0,
            hints: 0,
            known: 0,
            answered: 0,
            departure: None,
            refused: None,
        }
    }

    /// Plays a legal move, and forgets what was of the position before it.
    pub(super) fn make(&mut self, mv: Move) {
        // The caller has checked it.
        self.game.play(mv).ok();
        self.asked.clear();
        (self.wrong, self.hints) = (0, 0);
        (self.departure, self.refused) = (None, None);
    }

    fn grade(&self) -> AnswerGrade {
        match (self.wrong, self.hints) {
            (0, 0) => AnswerGrade::Good,
            (0, 1) => AnswerGrade::Hard,
            _ => AnswerGrade::Again,
        }
    }

    /// The same on every device that has the same line at the same time.
    fn seed(&self, time: LocalTime) -> u64 {
        time.ms.wrapping_add(self.game.ply() as u64)
    }
}

impl OpeningsState {
    /// The ids of the cards that a line is about, sorted.
    fn wanted_in(&self, line: &OpeningLine, repertoire: &Repertoire) -> Vec<ExerciseId> {
        if !line.everything {
            return self.wanted(repertoire);
        }
        sorted(repertoire.cards().iter().map(|card| card.id))
    }

    /// Begins a line. What is known already, before the first move that is asked, is played at once.
    pub(super) fn begin_line(
        &mut self,
        id: RepertoireId,
        everything: bool,
        effects: &mut Vec<OpeningsEffect>,
    ) {
        self.leave(effects);
        (self.trouble, self.failures) = (None, 0);
        let Some(repertoire) = self.repertoire(id) else {
            return;
        };
        let mut line = OpeningLine {
            everything,
            ..OpeningLine::new(id, self.opponent)
        };
        let wanted = self.wanted_in(&line, repertoire);
        if repertoire.cards().is_empty()
            || wanted.is_empty() && line.opponent == LineOpponent::Repertoire
        {
            return;
        }
        while !everything
            && line.opponent == LineOpponent::Repertoire
            && line.game.ply() < usize::from(MAX_PLIES)
            && asked(repertoire, &line, &wanted).is_empty()
        {
            let position = *line.position();
            let next = repertoire_reply(repertoire, &position, &wanted, line.seed(self.time));
            match next {
                Some(mv) => line.make(mv),
                None => break,
            }
        }
        self.line = Some(line);
        self.settle(effects);
    }

    /// The next line of the same drill; none where nothing more is to be asked.
    pub(super) fn next_line(&mut self, time: LocalTime, effects: &mut Vec<OpeningsEffect>) {
        self.time = time;
        if let Some(line) = self.line.as_ref().filter(|line| !line.is_browsed) {
            let (id, everything) = (line.repertoire, line.everything);
            self.begin_line(id, everything, effects);
        }
    }

    /// Finds out what comes next on the board.
    pub(super) fn settle(&mut self, effects: &mut Vec<OpeningsEffect>) {
        let (Some(line), Some(repertoire)) = (&self.line, self.shown()) else {
            return;
        };
        let position = *line.position();
        let wanted = self.wanted_in(line, repertoire);
        let is_own = repertoire.is_own(&position);
        let follows_repertoire = line.opponent == LineOpponent::Repertoire;
        let has_more = line.everything || repertoire.cards_from(&position, &wanted) > 0;
        let mut now_asked = Vec::new();
        let stage = if line.game.outcome().is_some() {
            LineStage::Over(LineEnd::GameOver)
        } else if follows_repertoire && !has_more {
            LineStage::Over(LineEnd::Done)
        } else if is_own {
            now_asked = asked(repertoire, line, &wanted);
            if now_asked.is_empty() {
                now_asked = repertoire.cards_at(&position);
            }
            match now_asked.is_empty() {
                false => LineStage::YourMove,
                true if line.is_beyond => LineStage::YourMove,
                true if follows_repertoire => LineStage::Over(LineEnd::Done),
                true => LineStage::Over(LineEnd::NoAnswer),
            }
        } else {
            let seed = line.seed(self.time);
            match line.opponent {
                LineOpponent::Repertoire => repertoire_reply(repertoire, &position, &wanted, seed)
                    .map_or(LineStage::Over(LineEnd::Done), LineStage::Replying),
                LineOpponent::Book => book_reply(&position, seed)
                    .map_or(LineStage::Over(LineEnd::NoReply), LineStage::Replying),
                LineOpponent::Engine(_) | LineOpponent::Learner(_) => LineStage::Searching,
            }
        };
        if let Some(line) = &mut self.line {
            (line.stage, line.asked) = (stage, now_asked);
        }
        match stage {
            LineStage::Replying(_) => effects.push(OpeningsEffect::ReplySoon),
            LineStage::Searching => self.search_reply(effects),
            _ => {}
        }
    }

    fn search_reply(&mut self, effects: &mut Vec<OpeningsEffect>) {
        let id = self.next_search(effects);
        let line = self.line.as_ref();
        let order = line.and_then(|line| line.opponent.order(id, &line.game, line.seed(self.time)));
        effects.extend(order.map(|order| OpeningsEffect::Search(Box::new(order))));
    }

    /// A search that a worker did not end is asked of the next one.
    pub(super) fn search_again(&mut self, effects: &mut Vec<OpeningsEffect>) {
        match self.line.as_ref().map(|line| line.stage) {
            Some(LineStage::Searching) => self.search_reply(effects),
            Some(LineStage::Left(mv)) => self.explain(mv, effects),
            _ => {}
        }
    }

    /// The opponent's move was found, or there is none.
    pub(super) fn searched(&mut self, mv: Option<Move>, effects: &mut Vec<OpeningsEffect>) {
        let Some(line) = &mut self.line else { return };
        if line.stage != LineStage::Searching {
            return;
        }
        line.stage = match mv.filter(|&mv| line.game.position().is_legal(mv)) {
            Some(mv) => {
                effects.push(OpeningsEffect::ReplySoon);
                LineStage::Replying(mv)
            }
            None => LineStage::Over(LineEnd::NoReply),
        };
    }

    pub(super) fn play(&mut self, mv: Move, time: LocalTime, effects: &mut Vec<OpeningsEffect>) {
        self.time = time;
        let (Some(line), Some(repertoire)) = (&self.line, self.shown()) else {
            return;
        };
        let position = *line.position();
        if line.stage != LineStage::YourMove || !position.is_legal(mv) {
            return;
        }
        if line.is_browsed {
            return self.look_at(mv);
        }
        let known = repertoire.cards_at(&position);
        let known = known.into_iter().find(|card| card.mv == mv);
        let (grade, is_beyond) = (line.grade(), line.asked.is_empty());
        let is_asked = known.is_some_and(|card| line.asked.contains(&card));
        match known {
            Some(card) if is_asked => {
                self.answer(card, grade, effects);
                if let Some(line) = &mut self.line {
                    line.answered += 1;
                    line.known += usize::from(grade != AnswerGrade::Again);
                }
                self.make_and_settle(mv, effects);
            }
            Some(_) => self.set_stage(LineStage::AnotherAsked(mv)),
            None if is_beyond => self.make_and_settle(mv, effects),
            None => {
                if let Some(line) = &mut self.line {
                    line.wrong += 1;
                    line.stage = LineStage::Left(mv);
                }
                self.explain(mv, effects);
            }
        }
    }

    fn make_and_settle(&mut self, mv: Move, effects: &mut Vec<OpeningsEffect>) {
        if let Some(line) = &mut self.line {
            line.make(mv);
        }
        self.settle(effects);
    }

    fn set_stage(&mut self, stage: LineStage) {
        if let Some(line) = &mut self.line {
            line.stage = stage;
        }
    }

    fn explain(&mut self, played: Move, effects: &mut Vec<OpeningsEffect>) {
        let id = self.next_search(effects);
        if let Some(line) = &self.line {
            effects.push(OpeningsEffect::Explain(DepartureOrder {
                id,
                moves: line.game.moves().to_vec(),
                played,
                expected: line.asked.iter().map(|card| card.mv).collect(),
            }));
        }
    }

    pub(super) fn reply(&mut self, time: LocalTime, effects: &mut Vec<OpeningsEffect>) {
        self.time = time;
        let stage = self.line.as_ref().map(|line| line.stage);
        if let Some(LineStage::Replying(mv)) = stage {
            self.make_and_settle(mv, effects);
        }
    }

    pub(super) fn take_back(&mut self, effects: &mut Vec<OpeningsEffect>) {
        let Some(line) = &mut self.line else { return };
        match line.stage {
            LineStage::Left(_) | LineStage::AnotherAsked(_) => {
                line.stage = LineStage::YourMove;
                (line.departure, line.refused) = (None, None);
                self.cancel(effects);
            }
            _ if line.is_browsed => {
                line.game.undo();
            }
            _ => {}
        }
    }

    pub(super) fn give_hint(&mut self) {
        if let Some(line) = &mut self.line
            && line.stage == LineStage::YourMove
            && !line.asked.is_empty()
        {
            line.hints = (line.hints + 1).min(MAX_HINTS);
        }
    }

    pub(super) fn play_on(&mut self, time: LocalTime) {
        self.time = time;
        if let Some(line) = &mut self.line
            && line.stage == LineStage::Over(LineEnd::NoAnswer)
        {
            line.is_beyond = true;
            line.stage = LineStage::YourMove;
        }
    }
}

/// The cards of the position on the board that are wanted.
fn asked(repertoire: &Repertoire, line: &OpeningLine, wanted: &[ExerciseId]) -> Vec<Card> {
    let cards = repertoire.cards_at(line.position()).into_iter();
    let wanted = cards.filter(|card| wanted.binary_search(&card.id).is_ok());
    wanted.collect()
}
