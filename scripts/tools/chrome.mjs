import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds the Chrome or Chromium of this machine: CHROME_PATH, then the PATH, then the usual folder of macOS. The one
 * without windows comes first. It renders no toolbar for each page, so tests take two thirds of the time.
 * @returns {string | undefined} path of the executable, undefined if there is none
 */
export function findChrome() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => commands.map((command) => join(folder, command)));
  return [...candidates, ...applications].find((candidate) => existsSync(candidate));
}

/** Arguments that keep Chromium quiet and offline. As root, it refuses its own sandbox. */
export const quietArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Arguments for tests. */
export const chromeArguments = [
  ...quietArguments,
  // A test's page is too short-lived for script optimisation to pay off. By default V8 parses a script again when it
  // first needs the lines of one, which doubled the time that axe takes to load.
  '--js-flags=--no-opt --no-maglev --no-enable-lazy-source-positions',
];
