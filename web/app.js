// @ts-check
// The start: the replay that the address names, or the app.

import { addressed } from './net/site.js';

const replay = addressed('replay');
if (replay !== '') (await import('./viewer/viewer.js')).showReplay(replay);
else {
  await import('./ui/app.js');
  document.body.append(document.createElement('slap-app'));
}
