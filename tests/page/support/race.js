// How a spot comes to be wanted by two.

/**
 * Runs inside a page: six plain sockets play until two sides hold the same card and one pile takes it. With
 * six sides that is soon so. They stay in the window as `crowd`, in the order of their sides.
 * @param {object} [more] options of the table beside its own
 */
export async function leadUp(more = {}) {
  const { fits, held, takers } = await import("/games/wackee_six/fit.js");
  const names = ["Ana", "Bo", "Chidi", "Dee", "Eli", "Fay"];
  const clients = [];
  for (const name of names) clients.push(await wire.connect(name, "full"));
  const options = { countdown_ms: 0, min_turn_gap_ms: 0, idle_vote_ms: 0, absent: "hold", rounds: 9, ...more };
  const { code } = await clients[0].must({ type: "create_room", game: "wackee_six", options });
  for (const [index, client] of clients.entries()) {
    if (index) await client.must({ type: "join_room", code });
    await client.must({ type: "sit", side: index + 1 });
  }
  window.crowd = clients;
  const natural = (side) => held(side).filter(({ card }) => card !== "wild");
  const contested = (game) => {
    for (const one of game.sides) {
      for (const other of game.sides.slice(one.side)) {
        for (const { card, spot } of natural(one)) {
          const same = natural(other).find((theirs) => theirs.card === card);
          if (same && takers(game, card).length === 1) return { card, sides: [one.side, other.side], spots: [spot, same.spot] };
        }
      }
    }
    return null;
  };
  const state = (client) => client.frames.at(-1);
  for (let step = 0; step < 3000; step += 1) {
    const client = clients[step % 6];
    await client.reaches(Math.max(...clients.map(({ seq }) => seq)));
    const { room, game, you } = state(client);
    if (room.phase !== "playing") {
      for (const one of clients) await one.must({ type: "ready", ready: true });
      await clients[0].must({ type: "start" });
      await clients[0].must({ type: "act", action: { do: "start" } });
    } else if (game.phase === "playing") {
      const found = contested(game);
      if (found) {
        return { code, card: found.card, people: found.sides.map((side, index) =>
          ({ side, name: names[side - 1], token: clients[side - 1].welcome.token, spot: found.spots[index] })) };
      }
      const fit = natural(game.sides.find(({ side }) => side === you.side)).find(({ card }) => fits(game, card));
      await client.ask({ type: "act", action: fit ? { do: "play", card: fit.card, from: fit.spot } : { do: "turn" } });
    } else {
      await client.next(({ type }) => type === "state", "the table going on");
    }
  }
  throw new Error("no spot was ever contested");
}
