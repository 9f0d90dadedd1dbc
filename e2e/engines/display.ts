import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '../../apps/server/src/testing/processes/free-ports.ts';

export interface Display {
  /** The address of WebKitWebDriver, which opens its browsers on this screen. */
  webDriverUrl: string;
  stop: () => Promise<void>;
}

/**
 * Makes the buttons of MiniBrowser's bar smaller, because they make its window wider than a phone. The page draws
 * its own controls, so this doesn't change the page.
 */
const thinBar =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-transform: scale(0); }';

/** Starts a virtual screen, and WebKitWebDriver on it. Linux ends both when this process is gone. */
export async function startDisplay(): Promise<Display> {
  const settings = mkdtempSync(join(tmpdir(), 'quayside-test-webkit-'));
  mkdirSync(join(settings, 'gtk-3.0'));
  writeFileSync(join(settings, 'gtk-3.0', 'gtk.css'), thinBar);
  const screen = spawn(endsWithParent, [...endsWithParentFlags, 'Xvfb', ...screenArguments], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [line] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await findFreePorts(1);
  const driver = spawn(endsWithParent, [...endsWithParentFlags, 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(line).trim()}`,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: settings,
      LANG: 'en_GB.UTF-8',
      LANGUAGE: 'en_GB',
      GSETTINGS_BACKEND: 'memory',
      // There is no graphics card.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const stop = async () => {
    await end(driver);
    await end(screen);
    rmSync(settings, { recursive: true, force: true });
  };
  const webDriverUrl = `http://127.0.0.1:${port}`;
  await untilItAnswers(webDriverUrl, driver);
  return { webDriverUrl, stop };
}

/** Only Linux has WebKitGTK, so this code needs no other system. */
const [endsWithParent, ...endsWithParentFlags] = ['setpriv', '--pdeathsig', 'TERM', '--'] as const;
/** The screen has the size of the largest window of a test. */
const screenArguments = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];

async function untilItAnswers(url: string, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const answer = await fetch(`${url}/status`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(50);
  }
  throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
