// @ts-check
// The start: one client, one store, one app element.

import './ui/app.js';

document.body.append(document.createElement('slap-app'));
