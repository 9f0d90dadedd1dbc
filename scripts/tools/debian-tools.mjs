import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChrome } from './chrome.mjs';
import { Failure } from '../command/failure.mjs';
import { runProgram } from '../command/program.mjs';

/** The tools that the tests need besides npm's packages: how to find each, and its Debian package. */
const tools = [
  { package: 'chromium-headless-shell', isThere: () => findChrome() !== undefined },
  { package: 'poppler-utils', isThere: () => isOnPath('pdftotext') },
  { package: 'qpdf', isThere: () => isOnPath('qpdf') },
  { package: 'libnss3-tools', isThere: () => isOnPath('certutil') },
  // The guide to integrating has lines for a shell.
  { package: 'curl', isThere: () => isOnPath('curl') },
  { package: 'openssl', isThere: () => isOnPath('openssl') },
  { package: 'firefox-esr', isThere: () => findOnPath('firefox-esr', 'firefox') !== undefined },
  // Its browser has no mode without windows. It draws on a screen that Xvfb keeps in memory.
  { package: 'webkit2gtk-driver', isThere: () => isOnPath('WebKitWebDriver') && findMiniBrowser() !== undefined },
  { package: 'xvfb', isThere: () => isOnPath('Xvfb') },
  // The server's tests have a PostgreSQL of their own, which brings no pg_dump. Debian's is tested with Debian's.
  // promtool checks the figures and the alerts.
  { package: 'prometheus', isThere: () => isOnPath('promtool') },
  { package: 'systemd', isThere: () => isOnPath('systemd-analyze') },
  { package: 'nginx', isThere: () => isOnPath('nginx') || isProgram('/usr/sbin/nginx') },
  { package: 'caddy', isThere: () => isOnPath('caddy') },
  { package: 'postgresql', isThere: () => isOnPath('pg_dump') && hasPostgres() },
  // Debian keeps it where only administrators look for programs.
  { package: 'pgbouncer', isThere: () => isOnPath('pgbouncer') || isProgram('/usr/sbin/pgbouncer') },
];

const postgres = { package: 'postgresql', isThere: () => hasPostgres() };

/**
 * The tools of `npm run test:failover` and its like, by the walk's name.
 * @type {Record<string, typeof tools | undefined>}
 */
export const walkTools = {
  failover: [
    postgres,
    { package: 'patroni', isThere: () => isOnPath('patroni') },
    { package: 'etcd-server', isThere: () => isOnPath('etcd') },
    { package: 'haproxy', isThere: () => isOnPath('haproxy') || isProgram('/usr/sbin/haproxy') },
    { package: 'iproute2', isThere: () => isOnPath('ip') || isProgram('/usr/sbin/ip') },
  ],
  upgrade: [postgres],
  operating: [postgres],
  archiving: [postgres, { package: 'pgbackrest', isThere: () => isOnPath('pgbackrest') }],
};

/**
 * Installs the missing tools in one step as root. For any other user it prints the command to run.
 * @param {typeof tools} [wanted] default: those of `npm test`
 */
export async function provideTools(wanted = tools) {
  const missing = missingPackages(wanted);
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  const line = `apt-get update && apt-get ${install.join(' ')}`;
  if (!isOnPath('apt-get'))
    throw new Failure(
      `The tests need ${missing.join(', ')}. Install them with this system's packages (any Chrome will do: ` +
        'CHROME_PATH=/path/to/chrome), then run npm test again.',
    );
  if (process.getuid?.() !== 0)
    throw new Failure(
      `The tests need ${missing.join(', ')}. Run this once, then npm test again:\n  sudo sh -c '${line}'`,
    );

  console.log(`Installing ${missing.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], install]) {
    const { code, output } = await runProgram('apt-get', args, { env, quiet: true });
    if (code !== 0)
      throw new Failure(`${output}\nThe tests need ${missing.join(', ')}. Fix the error above, or run: ${line}`);
  }
  if (missingPackages(wanted).length > 0)
    throw new Failure(`apt-get ran, but ${missingPackages(wanted).join(', ')} can't be found on the PATH.`);
}

/** @param {typeof tools} wanted */
const missingPackages = (wanted) => wanted.filter(({ isThere }) => !isThere()).map((tool) => tool.package);

/** Debian keeps the server's programs off the PATH. */
const hasPostgres = () =>
  isOnPath('initdb') || foldersIn('/usr/lib/postgresql').some((folder) => isProgram(join(folder, 'bin', 'initdb')));

/** @param {string} command */
const isOnPath = (command) => findOnPath(command) !== undefined;

/**
 * Finds a program on the PATH.
 * @param {string[]} commands the first one that exists wins
 * @returns {string | undefined} path of the program
 */
export function findOnPath(...commands) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isProgram);
}

/**
 * Finds WebKitGTK's own browser, which is never on the PATH.
 * @returns {string | undefined} path of the program
 */
export function findMiniBrowser() {
  const folders = ['/usr/lib', '/usr/libexec'].flatMap((folder) => [folder, ...foldersIn(folder)]);
  const libraries = folders.flatMap((folder) => foldersIn(folder).filter((name) => /\/webkit2?gtk-[\d.]+$/.test(name)));
  return libraries.map((folder) => join(folder, 'MiniBrowser')).find(isProgram);
}

/** @param {string} folder */
function foldersIn(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
