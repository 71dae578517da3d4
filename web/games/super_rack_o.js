// @ts-check
// Super Rack-O, as the page shows it. The parts are in the folder of the same name.

import { apply } from './super_rack_o/apply.js';
import { emblem } from './super_rack_o/icons.js';
import { SuperRackOTable } from './super_rack_o/table.js';
import { describe, sheet } from './super_rack_o/words.js';

/** @type {import('./contract.d.ts').Game<import('./super_rack_o/apply.js').View, import('./super_rack_o/apply.js').Event>} */
const game = {
  id: 'super_rack_o',
  title: 'Super Rack-O',
  sides: { min: 2, max: 4 },
  roles: null,
  sideName: (seat) => `Seat ${seat}`,
  emblem,
  rules: [
    'Your rack has a blue and a red side with rows 1 to 8. It is finished when each side holds its own colour alone, rising from row 1 to row 8.',
    'On your turn, draw a card and put it into a slot or discard it; or take the top discard and put it into a slot. The card that was there goes to the discard pile.',
    'A wild is whatever number is needed, on the side of its colour.',
    'A swap card that you draw, or that leaves your rack, can order an opponent to cross a row: its two cards change sides.',
    'Who is under an order can turn it round with a reverse card, for as long as the window is open.',
    'The first who is finished and calls “Super Rack-O!” wins, on turn or off.',
  ],
  css: ['games/super_rack_o.css'],
  tag: 'super-rack-o-table',
  element: SuperRackOTable,
  replay: async () => (await import('./super_rack_o/replay.js')).default,
  apply,
  describe,
  sheet,
  yourTurn: ({ game: table, you }) => {
    if (!table || you.as !== 'player' || you.side === null) return false;
    return table.phase === 'window' ? table.window?.against === you.side : table.turn === you.side;
  },
};

export default game;
