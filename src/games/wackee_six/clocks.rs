//! The clocks of the race: how long no card was laid, when the round ends. They stand in a pause and
//! through the countdown that follows a stop of room time.

use super::options::Options;
use super::state::{Clocks, State};
use crate::games::RoomTime;

impl Clocks {
    /// The clocks of a race that begins at `at`.
    pub(super) fn begin(options: &Options, at: RoomTime) -> Self {
        let limit = (options.round_limit_ms > 0).then(|| at.plus(options.round_limit_ms));
        Self { idle_since: at, limit, stand: None }
    }

    /// The clocks when they go on at `at`: moved by the time for which they stood.
    pub(super) fn going_on(self, at: RoomTime) -> Self {
        let Some(since) = self.stand else { return self };
        let stood = at.since(since);
        Self {
            idle_since: self.idle_since.plus(stood),
            limit: self.limit.map(|limit| limit.plus(stood)),
            stand: None,
        }
    }

    /// When an idle vote may be called, if ever (ruling 55).
    pub(super) fn vote_at(&self, options: &Options) -> Option<RoomTime> {
        (options.idle_vote_ms > 0).then(|| self.idle_since.plus(options.idle_vote_ms))
    }
}

impl State {
    /// The clocks as they are once the race begins or goes on at `at`.
    pub(super) fn clocks_running(&self, at: RoomTime) -> Clocks {
        self.clocks.map_or_else(|| Clocks::begin(&self.options, at), |clocks| clocks.going_on(at))
    }

    /// Stops the clocks.
    pub(super) fn stop_clocks(&mut self, at: RoomTime) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stand.get_or_insert(at);
        }
    }

    /// Starts the clocks, or lets them go on; a side's own waits move along.
    pub(super) fn run_clocks(&mut self, at: RoomTime) {
        if let Some(since) = self.clocks.and_then(|clocks| clocks.stand) {
            let stood = at.since(since);
            for table in &mut self.sides {
                for instant in [&mut table.turned_at, &mut table.locked_until] {
                    *instant = instant.map(|instant| instant.plus(stood));
                }
            }
        }
        self.clocks = Some(self.clocks_running(at));
    }
}
