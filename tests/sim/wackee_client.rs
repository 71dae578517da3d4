//! What a client of Wackee Six makes of its events. It never looks at the room.

use slapdown::games::Side;
use slapdown::games::wackee_six::shown::{DealtSide, StockCount};
use slapdown::games::wackee_six::spot::Spot;
use slapdown::games::wackee_six::view::{Ms, PhaseName, PileView, SideView, VoteView};
use slapdown::games::wackee_six::{Card, Rank, Shown, View};

/// Brings the picture up to date with the next event.
pub fn apply(table: &mut Option<View>, event: Shown) {
    match (table, event) {
        (table, Shown::Dealt { sides, starts_in, .. }) => *table = Some(dealt(&sides, starts_in)),
        (Some(view), event) => of_game(view, event),
        (None, _) => panic!("an event before the table it is about"),
    }
}

/// Of what remains of an instant, only that it does.
pub fn timeless(game: &mut View) {
    let some = |ms: Option<Ms>| ms.map(|_| Ms(0));
    game.starts_in = some(game.starts_in);
    game.stuck_in = some(game.stuck_in);
    game.ends_in = some(game.ends_in);
    game.vote_in = some(game.vote_in);
    for side in &mut game.sides {
        side.wild_locked_in = None;
    }
    if let Some(vote) = &mut game.vote {
        vote.ends_in = Ms(0);
    }
}

fn dealt(sides: &[DealtSide], starts_in: Option<Ms>) -> View {
    let side = |dealt: &DealtSide| SideView {
        side: dealt.side,
        team: dealt.team,
        row: dealt.row,
        face_down: 6,
        stock: 42,
        waste: 0,
        top: None,
        played: 0,
        out: false,
        wild_locked_in: None,
    };
    View {
        phase: if starts_in.is_some() { PhaseName::Countdown } else { PhaseName::Dealt },
        starts_in,
        stuck_in: None,
        rotations: 0,
        ends_in: None,
        vote_in: None,
        sides: sides.iter().map(side).collect(),
        away: Vec::new(),
        piles: Vec::new(),
        vote: None,
        scores: None,
        revealed: None,
    }
}

fn side(game: &mut View, side: Side) -> &mut SideView {
    game.sides.iter_mut().find(|view| view.side == side).expect("a side of the table")
}

fn phase(game: &mut View, phase: PhaseName) {
    game.phase = phase;
    (game.starts_in, game.stuck_in, game.ends_in, game.vote_in) = (None, None, None, None);
}

fn take(
    game: &mut View,
    of: Side,
    spots: &[Spot],
    waste: Option<slapdown::games::wackee_six::event::WasteLeft>,
    played: u8,
) {
    let side = side(game, of);
    for spot in spots {
        if let Spot::Row(slot) = spot {
            side.row[usize::from(slot.number()) - 1] = None;
        }
    }
    if let Some(left) = waste {
        (side.waste, side.top) = (left.count, left.top);
    }
    side.played = played;
}

fn lay(game: &mut View, pile: PileView) {
    match game.piles.iter_mut().find(|other| other.pile == pile.pile) {
        Some(there) => *there = pile,
        None => game.piles.push(pile),
    }
    game.rotations = 0;
    // Says "again as long as at first", where there are such votes at all.
    game.vote_in = game.vote_in.map(|_| Ms(0));
}

fn of_game(game: &mut View, event: Shown) {
    match event {
        Shown::Dealt { .. }
        | Shown::Called { .. }
        | Shown::Misplayed { .. }
        | Shown::WildLocked { .. }
        | Shown::Driver { .. } => {}
        Shown::Presence { seat, .. } => game.away.retain(|away| *away != seat),
        Shown::SeatLeft { seat } | Shown::Away { seat } => {
            game.away.retain(|away| *away != seat);
            game.away.push(seat);
            game.away.sort_unstable();
        }
        Shown::Countdown { starts_in, .. } => {
            phase(game, PhaseName::Countdown);
            game.starts_in = Some(starts_in);
        }
        Shown::Began { stuck_in, ends_in, vote_in } => {
            phase(game, if stuck_in.is_some() { PhaseName::Stuck } else { PhaseName::Playing });
            (game.stuck_in, game.ends_in, game.vote_in) = (stuck_in, ends_in, vote_in);
        }
        Shown::Turned { side: of, top, stock, waste } => {
            let side = side(game, of);
            (side.top, side.stock, side.waste) = (Some(top), stock, waste);
        }
        Shown::Recycled { side: of, stock } => {
            let side = side(game, of);
            (side.top, side.stock, side.waste) = (None, stock, 0);
        }
        Shown::Played { side, card, from, pile, color, top, played, waste, .. } => {
            take(game, side, &[from], waste, played);
            lay(game, PileView { pile, color, top, card, by: side, closed: top == Rank::LAST });
        }
        Shown::PairPlayed { side, wild, companion, card, pile, color, top, played, waste, .. } => {
            take(game, side, &[wild, companion], waste, played);
            lay(game, PileView { pile, color, top, card, by: side, closed: top == Rank::LAST });
        }
        Shown::Refilled { side: of, slot, card, face_down } => {
            let side = side(game, of);
            side.row[usize::from(slot.number()) - 1] = Some::<Card>(card);
            side.face_down = face_down;
        }
        Shown::Out { side: of } => side(game, of).out = true,
        Shown::Voted { r#for, side, agree, opened } => match (&mut game.vote, opened) {
            (_, Some(ends_in)) => game.vote = Some(VoteView { r#for, by: side, yes: vec![side], ends_in }),
            (Some(vote), None) if agree => {
                vote.yes.push(side);
                vote.yes.sort_unstable();
                vote.yes.dedup();
            }
            _ => game.vote = None,
        },
        Shown::VoteLapsed { .. } => game.vote = None,
        Shown::VoteExtended { ends_in, .. } => game.vote.iter_mut().for_each(|vote| vote.ends_in = ends_in),
        Shown::Stuck { stuck_in, .. } => {
            phase(game, PhaseName::Stuck);
            game.stuck_in = Some(stuck_in);
            if game
                .vote
                .as_ref()
                .is_some_and(|vote| vote.r#for == slapdown::games::wackee_six::Motion::Rotate)
            {
                game.vote = None;
            }
        }
        Shown::Rotated { rotations, stocks, ends_in, vote_in, .. } => {
            for StockCount { side: of, stock } in stocks {
                let side = side(game, of);
                (side.stock, side.waste, side.top) = (stock, 0, None);
            }
            phase(game, PhaseName::Playing);
            (game.rotations, game.ends_in, game.vote_in) = (rotations, ends_in, vote_in);
        }
        Shown::Paused {} => {
            phase(game, PhaseName::Paused);
            game.vote = None;
        }
        Shown::WentOn { ends_in, vote_in } => {
            phase(game, PhaseName::Playing);
            (game.vote, game.ends_in, game.vote_in) = (None, ends_in, vote_in);
        }
        Shown::Scored { scores, revealed, .. } => {
            phase(game, PhaseName::Scored);
            game.vote = None;
            (game.scores, game.revealed) = (Some(scores), revealed);
        }
    }
}
