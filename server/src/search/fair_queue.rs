//! Searches of several clients that take turns: next is the client who was served longest ago, so that
//! however many one client asks for, another's next one waits for a slice of what runs already, and
//! for no more of it.
//!
//! A client's searches are new ones, in the order in which they came, and begun ones that are paused
//! so that others have a turn. A client begins only a few before it goes on with those.

use std::collections::VecDeque;

/// Begun searches of one client; each holds a thread and its memory.
const MAX_BEGUN: usize = 4;

/// Waiting searches by client.
#[derive(Debug)]
pub struct FairQueue<N, P> {
    lanes: Vec<ClientLane<N, P>>,
    /// Counts served entries.
    turn: u64,
}

/// The entries of one client.
#[derive(Debug)]
struct ClientLane<N, P> {
    client: u64,
    new: VecDeque<N>,
    paused: VecDeque<P>,
    /// Begun searches, running or paused.
    begun: usize,
    /// The turn at which it was served last; 0 for never.
    served: u64,
}

/// A selected entry.
#[derive(Debug, PartialEq, Eq)]
pub enum Selection<N, P> {
    /// A search to begin. It counts as begun until [`FairQueue::ended`].
    New(N),
    /// A begun search to continue.
    Paused(P),
}

impl<N, P> Default for FairQueue<N, P> {
    fn default() -> Self {
        Self {
            lanes: Vec::new(),
            turn: 0,
        }
    }
}

impl<N, P> FairQueue<N, P> {
    /// The new entries for which `matches` holds.
    pub fn count_new(&self, matches: impl Fn(&N) -> bool) -> usize {
        let new = self.lanes.iter().flat_map(|lane| &lane.new);
        new.filter(|entry| matches(entry)).count()
    }

    /// Waiting entries, new and paused.
    pub fn len(&self) -> usize {
        let waiting = |lane: &ClientLane<N, P>| lane.new.len() + lane.paused.len();
        self.lanes.iter().map(waiting).sum()
    }

    /// Adds a search at the end of its client's lane.
    pub fn push(&mut self, client: u64, entry: N) {
        self.lane(client).new.push_back(entry);
    }

    /// Puts a paused search back at the end of its client's lane.
    pub fn push_paused(&mut self, client: u64, paused: P) {
        self.lane(client).paused.push_back(paused);
    }

    /// Removes a paused search from its client's lane; false if it is not there.
    pub fn withdraw(&mut self, client: u64, is_it: impl Fn(&P) -> bool) -> bool {
        let paused = &mut self.lane(client).paused;
        let before = paused.len();
        paused.retain(|paused| !is_it(paused));
        paused.len() < before
    }

    /// Ends a begun search of this client.
    pub fn ended(&mut self, client: u64) {
        if let Some(lane) = self.lanes.iter_mut().find(|lane| lane.client == client) {
            lane.begun = lane.begun.saturating_sub(1);
        }
    }

    /// The next entry; `may_begin` says which new ones may be begun now, given how many of their
    /// client's are begun.
    pub fn pop(&mut self, may_begin: impl Fn(&N, usize) -> bool) -> Option<Selection<N, P>> {
        self.forget_idle();
        let begins = |lane: &ClientLane<N, P>| {
            let first = lane.new.front();
            lane.begun < MAX_BEGUN && first.is_some_and(|first| may_begin(first, lane.begun))
        };
        let ready = self.lanes.iter_mut();
        let ready = ready.filter(|lane| !lane.paused.is_empty() || begins(lane));
        let lane = ready.min_by_key(|lane| lane.served)?;
        self.turn += 1;
        lane.served = self.turn;
        if begins(lane) {
            lane.begun += 1;
            return lane.new.pop_front().map(Selection::New);
        }
        lane.paused.pop_front().map(Selection::Paused)
    }

    /// Takes a new entry for which `matches` holds out of the queue, to make room for one more of
    /// `client`: the last of whoever has most of them, if that is more than `client` would have; or
    /// of whoever was served last, if `client` has nothing there and was not served of late.
    pub fn make_room(&mut self, client: u64, matches: impl Fn(&N) -> bool) -> Option<N> {
        self.forget_idle();
        let count =
            |lane: &ClientLane<N, P>| lane.new.iter().filter(|entry| matches(entry)).count();
        let known = self.lanes.iter().find(|lane| lane.client == client);
        let own = known.map_or(0, count);
        let is_fresh = own == 0 && known.is_none_or(|lane| lane.served == 0);
        let others = self.lanes.iter_mut().filter(|lane| lane.client != client);
        let longest = others.max_by_key(|lane| (count(lane), lane.served))?;
        let has = count(longest);
        let may_displace = has > own + 1 || is_fresh && has > 0 && longest.served > 0;
        if !may_displace {
            return None;
        }
        let last = longest.new.iter().rposition(matches)?;
        longest.new.remove(last)
    }

    /// Drops new entries for which `keep` is false.
    pub fn retain(&mut self, keep: impl Fn(&N) -> bool) {
        for lane in &mut self.lanes {
            lane.new.retain(&keep);
        }
    }

    /// Removes all new entries.
    pub fn drain(&mut self) -> Vec<N> {
        let lanes = self.lanes.iter_mut();
        lanes.flat_map(|lane| lane.new.drain(..)).collect()
    }

    /// Removes clients without entries that were served before all waiting ones: they have the
    /// priority of new clients.
    fn forget_idle(&mut self) {
        let is_idle = |lane: &ClientLane<N, P>| {
            lane.new.is_empty() && lane.paused.is_empty() && lane.begun == 0
        };
        let waiting = self.lanes.iter().filter(|lane| !is_idle(lane));
        let oldest = waiting
            .map(|lane| lane.served)
            .filter(|served| *served > 0)
            .min();
        self.lanes
            .retain(|lane| !is_idle(lane) || oldest.is_some_and(|oldest| lane.served > oldest));
    }

    fn lane(&mut self, client: u64) -> &mut ClientLane<N, P> {
        let known = self.lanes.iter().position(|lane| lane.client == client);
        let index = known.unwrap_or_else(|| {
            self.lanes.push(ClientLane {
                client,
                new: VecDeque::new(),
                paused: VecDeque::new(),
                begun: 0,
                served: 0,
            });
            self.lanes.len() - 1
        });
        &mut self.lanes[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Queue = FairQueue<u32, &'static str>;

    fn queue(entries: &[(u64, u32)]) -> Queue {
        let mut queue = Queue::default();
        for (client, entry) in entries {
            queue.push(*client, *entry);
        }
        queue
    }

    /// Begins the next entry, which ends at once.
    fn next(queue: &mut Queue) -> Option<u32> {
        match queue.pop(|_, _| true)? {
            Selection::New(entry) => {
                for client in 7..=9 {
                    queue.ended(client);
                }
                Some(entry)
            }
            Selection::Paused(_) => None,
        }
    }

    fn rest(mut queue: Queue) -> Vec<u32> {
        std::iter::from_fn(|| next(&mut queue)).collect()
    }

    #[test]
    fn clients_take_turns_and_each_keeps_its_order() {
        let queue = queue(&[(7, 1), (7, 2), (7, 3), (8, 4), (8, 5), (9, 6)]);
        assert_eq!(queue.len(), 6);
        assert_eq!(rest(queue), [1, 4, 6, 2, 5, 3]);
    }

    #[test]
    fn who_comes_or_comes_back_waits_for_nobody_who_was_served_since() {
        let mut queue = queue(&[(7, 1), (7, 2), (7, 3), (7, 4), (7, 5)]);
        assert_eq!(next(&mut queue), Some(1));
        queue.push(8, 10);
        assert_eq!(next(&mut queue), Some(10), "it is new");
        assert_eq!(next(&mut queue), Some(2));
        queue.push(8, 11);
        assert_eq!(next(&mut queue), Some(11), "7 was served since");
        queue.push(8, 12);
        assert_eq!(next(&mut queue), Some(3), "8 was served last");
        assert_eq!(rest(queue), [12, 4, 5]);
    }

    #[test]
    fn who_has_nothing_waiting_is_forgotten_once_all_others_were_served_later() {
        let mut queue = queue(&[(7, 1), (7, 2), (8, 3), (7, 4)]);
        assert_eq!((next(&mut queue), next(&mut queue)), (Some(1), Some(3)));
        assert_eq!(queue.lanes.len(), 2);
        assert_eq!(next(&mut queue), Some(2));
        assert_eq!(queue.lanes.len(), 2, "8 was served before");
        assert_eq!(next(&mut queue), Some(4));
        assert_eq!(queue.lanes.len(), 1);
        assert_eq!(next(&mut queue), None);
        assert_eq!(queue.lanes.len(), 0);
    }

    #[test]
    fn a_client_begins_a_few_and_goes_on_with_those() {
        let mut queue = queue(&[(7, 1), (7, 2), (7, 3), (7, 4), (7, 5)]);
        for (begun, name) in [(1, "a"), (2, "b"), (3, "c"), (4, "d")] {
            assert_eq!(queue.pop(|_, _| true), Some(Selection::New(begun)));
            queue.push_paused(7, name);
        }
        assert_eq!(queue.pop(|_, _| true), Some(Selection::Paused("a")));
        queue.ended(7);
        assert_eq!(queue.pop(|_, _| true), Some(Selection::New(5)));
        assert!(queue.withdraw(7, |name| *name == "b"));
        assert!(!queue.withdraw(7, |name| *name == "b"));
        assert_eq!(queue.pop(|_, _| true), Some(Selection::Paused("c")));
    }

    #[test]
    fn how_many_of_its_own_are_begun_may_hold_a_client_up() {
        let mut queue = queue(&[(7, 1), (7, 2), (8, 3)]);
        assert_eq!(queue.pop(|_, own| own == 0), Some(Selection::New(1)));
        assert_eq!(queue.pop(|_, own| own == 0), Some(Selection::New(3)));
        assert_eq!(queue.pop(|_, own| own == 0), None);
        queue.ended(7);
        assert_eq!(queue.pop(|_, own| own == 0), Some(Selection::New(2)));
    }

    #[test]
    fn what_may_not_begin_holds_nobody_else_up() {
        let mut queue = queue(&[(7, 1), (8, 2)]);
        assert_eq!(queue.pop(|entry, _| *entry != 1), Some(Selection::New(2)));
        assert_eq!(queue.pop(|entry, _| *entry != 1), None);
        queue.push_paused(8, "paused");
        assert_eq!(queue.pop(|_, _| false), Some(Selection::Paused("paused")));
        assert_eq!(queue.pop(|_, _| true), Some(Selection::New(1)));
    }

    #[test]
    fn room_is_made_by_who_has_asked_for_most_and_only_for_less() {
        let mut queue = queue(&[(7, 1), (7, 2), (7, 3), (8, 4)]);
        assert_eq!(queue.make_room(9, |_| true), Some(3));
        assert_eq!(queue.make_room(8, |_| true), None, "both would have two");
        assert_eq!(queue.make_room(7, |_| true), None, "it has most itself");
        assert_eq!(
            queue.make_room(9, |entry| *entry == 1),
            None,
            "9 would have as many"
        );
        assert_eq!(queue.len(), 3);
        assert_eq!(rest(queue), [1, 4, 2]);
    }

    #[test]
    fn who_was_not_served_of_late_takes_the_place_of_who_was_served_last() {
        let mut queue = queue(&[(7, 1), (8, 2), (7, 3), (8, 4)]);
        assert_eq!((next(&mut queue), next(&mut queue)), (Some(1), Some(2)));
        assert_eq!(queue.make_room(9, |_| true), Some(4));
        assert_eq!(queue.make_room(7, |_| true), None, "it was served");
    }

    #[test]
    fn what_is_dropped_is_not_counted() {
        let mut queue = queue(&[(7, 1), (8, 2), (8, 3)]);
        queue.retain(|entry| entry % 2 == 0);
        assert_eq!(queue.len(), 1);
        assert_eq!(queue.count_new(|entry| *entry == 2), 1);
        assert_eq!(queue.drain(), [2]);
    }
}
