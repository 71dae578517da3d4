// Players of Wackee Six without hands, inside a page: they ask the server for what somebody with good eyes would, much faster than fingers. For bringing a table to where something rare happens; what then
// happens is done and seen by the page's own controls.

/** @typedef {import("playwright-core").Page} Page */

/**
 * Puts `robot` into the page's window:
 * - `await robot.play(until, keep)`: plays for the page's own player until what is named so holds (see the end) or
 *   the round is over, or `robot.halted`; gives back whether it holds. It keeps so many of its twelve, so that it
 *   is not out before, unless that leads nowhere.
 * - `await robot.deal()`: is ready, deals when all are, and begins the race; for the host.
 * - `await robot.ready()`: for everybody else.
 * - `robot.holds(name)`: whether it is so now.
 * - `robot.fitting()`: a natural card that fits now, and its place.
 * - `robot.blind()`: a pile for which a wild on the waste could be tried with the card under it.
 * @param {Page} page with its player on a side of a table of Wackee Six
 */
export async function installRobot(page) {
  await page.evaluate(async () => {
    const { fits, follower, held, pairs, remaining } = await import("/games/wackee_six/fit.js");
    const { store, client } = document.querySelector("slap-app");
    /** What the server lets a client send for each millisecond, and a little less. */
    const gap = 24;
    /** Steps after which no card is kept any more. */
    const patience = 400;
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const ask = async (request) => {
      const [answer] = await Promise.all([client.ask(request), wait(gap)]);
      return answer;
    };
    const act = (action) => ask({ type: "act", action });
    const mine = () => {
      const { game, you } = store.snapshot;
      return game.sides.find(({ side }) => side === you.side);
    };
    const see = (wanted) => new Promise((done) => {
      const look = () => (wanted() ? done() : setTimeout(look, 5));
      look();
    });

    const step = async (row) => {
      const { game } = store.snapshot;
      const own = mine();
      for (const { spot, card } of held(own)) {
        if (spot !== "waste" && !row) continue;
        if (card === "wild") {
          const pair = pairs(game, own, spot).find(({ companion }) => row || companion.spot === "waste");
          if (!row || !pair) continue;
          const { companion, pile } = pair;
          await act({ do: "play_wild", wild: spot, companion: companion.spot, card: companion.card, pile: pile.pile });
          return;
        }
        if (fits(game, card)) {
          await act({ do: "play", card, from: spot });
          return;
        }
      }
      await act({ do: "turn" });
    };

    const fitting = () => held(mine()).find(({ card }) => card !== "wild" && fits(store.snapshot.game, card)) ?? null;
    /** A pile for which a choice means whatever lies under a wild on the waste, as nothing in sight can follow it. */
    const blind = () => store.snapshot.game.piles.find((pile) => !pile.closed && follower(pile) !== null
      && held(mine()).every(({ card }) => card !== follower(pile))) ?? null;
    const wanted = {
      never: () => false,
      out: (game, own) => game.phase === "playing" && own.out,
      stuck: (game) => game.phase === "stuck",
      "a card that fits": (game) => game.phase === "playing" && fitting() !== null,
      /** When it is tapped it waits for a second choice. */
      "a wild on the waste": (game, own) => game.phase === "playing" && own.top === "wild" && own.waste > 1
        && (own.wild_locked_at ?? 0) < performance.now() && pairs(game, own, "waste").length !== 1 && blind() !== null,
    };

    window.robot = {
      halted: false,
      fitting,
      blind,
      holds: (until) => wanted[until](store.snapshot.game, mine()),
      async play(until, keep) {
        for (let steps = 0; ; steps += 1) {
          const { room, game } = store.snapshot;
          if (room.phase !== "playing" || window.robot.halted) return false;
          if (wanted[until](game, mine())) return true;
          if (game.phase === "playing") await step(remaining(mine()) > keep || steps > patience);
          else await wait(gap);
        }
      },
      async ready() {
        await ask({ type: "ready", ready: true });
      },
      async deal() {
        await ask({ type: "ready", ready: true });
        await see(() => store.snapshot.room.members.every(({ side, ready }) => side === null || ready));
        await ask({ type: "start" });
        await see(() => store.snapshot.game?.phase === "dealt");
        await act({ do: "start" });
        await see(() => store.snapshot.game.phase === "playing");
      },
    };
  });
}
