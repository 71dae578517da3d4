// @ts-check
// The start: the replay that the address names, or the app.

import { addressed } from './net/site.js';

const replay = addressed('replay');
if (replay !== '') {
  const { showReplay } = await import('./viewer/viewer.js');
  document.getElementById('coming')?.remove();
  showReplay(replay);
} else {
  await import('./ui/app.js');
  document.getElementById('coming')?.remove();
  document.body.append(document.createElement('slap-app'));
}
