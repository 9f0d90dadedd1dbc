import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { refuseBlockedPort } from './blocked-ports.mjs';
import { Failure } from '../command/failure.mjs';
import { inProject, root } from '../command/project.mjs';

/**
 * @typedef {{ PORT: string, SANDBOX_PORT: string, DATA_DIR: string, SANDBOX_URL: string, DEMO: string,
 *   NODE_ENV: string, LOG_LEVEL: string, WEBHOOK_PRIVATE_HOSTS: string }} DemoSettings
 */

const tenants = [
  {
    key: 'saltmarsh',
    name: 'Saltmarsh Marina',
    host: 'saltmarsh.localhost',
    user: 'jo.sailor@example.com',
    payLink: '5a175a17-0001-4000-8000-000000000001',
  },
  {
    key: 'port-azur',
    name: 'Port d’Azur',
    host: 'port-azur.localhost',
    user: 'luc.marin@example.com',
    payLink: 'a2040a2e-0001-4000-8000-000000000001',
  },
];
const password = 'Harbour#2026';

/**
 * Returns the places of the sandbox's servers: the port of each, counted from the sandbox's first. The file is JSON, so
 * that an older Node can read it too.
 * @returns {Record<string, { port: number }>}
 */
const sandboxPlaces = () => JSON.parse(readFileSync(inProject('apps/sandbox/src/ports.json'), 'utf8'));

/**
 * Returns the settings of a demo: from this environment, else the defaults in README.md.
 * @returns {DemoSettings}
 */
export function demoSettings() {
  const PORT = readPort('PORT', 3000, 1);
  const count = Object.keys(sandboxPlaces()).length;
  const SANDBOX_PORT = readPort('SANDBOX_PORT', 3001, count);
  const last = Number(SANDBOX_PORT) + count - 1;
  if (Number(PORT) >= Number(SANDBOX_PORT) && Number(PORT) <= last)
    throw new Failure(
      `PORT=${PORT} is one of the sandbox's ports, ${SANDBOX_PORT} to ${last}. Set PORT or SANDBOX_PORT to ` +
        'another port.',
    );
  return {
    PORT,
    SANDBOX_PORT,
    DATA_DIR: resolve(root, process.env.DATA_DIR || 'data'),
    SANDBOX_URL: process.env.SANDBOX_URL || `http://127.0.0.1:${SANDBOX_PORT}`,
    DEMO: process.env.DEMO || 'on',
    NODE_ENV: process.env.NODE_ENV || 'development',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    // A program that somebody tries out takes its webhooks on this machine.
    WEBHOOK_PRIVATE_HOSTS: process.env.WEBHOOK_PRIVATE_HOSTS || '127.0.0.1,localhost',
  };
}

/** @param {string} name @param {number} fallback @param {number} count of the ports from there on */
function readPort(name, fallback, count) {
  const value = process.env[name] || String(fallback);
  const highest = 65_536 - count;
  if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > highest)
    throw new Failure(`${name} is "${value}". Give a port from 1 to ${highest}.`);
  refuseBlockedPort(name, value, count);
  return value;
}

/**
 * Prints the addresses and users of a running demo.
 * @param {DemoSettings} settings
 * @param {Record<string, unknown>} server its first message: `databaseFolder` is the folder of the embedded
 * database, undefined for another one; `demoKeys` has the keys of the integration API
 */
export function tellWhereToGo({ PORT, SANDBOX_PORT, DATA_DIR }, { databaseFolder, looksForViruses, demoKeys }) {
  const sandbox = Number(SANDBOX_PORT);
  const mailbox = sandbox + (sandboxPlaces()['mailbox']?.port ?? 0);
  const rows = [
    ...tenants.map(({ name, host, user }) => [name, `http://${host}:${PORT}/`, `${user}  ${password}`]),
    ['Mailbox', `http://127.0.0.1:${mailbox}/`, 'every mail that was sent'],
    ['Sandbox', `http://127.0.0.1:${sandbox}/`, `the card provider`],
  ];
  const width = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log('\nQuayside is ready.\n');
  for (const [name = '', address = '', note = ''] of rows)
    console.log(`  ${name.padEnd(width[0] ?? 0)}   ${address.padEnd(width[1] ?? 0)}   ${note}`);
  const inData = typeof databaseFolder === 'string' && databaseFolder.startsWith(DATA_DIR + sep);
  console.log('\n  Pay an order by its link, without signing in:');
  for (const { host, payLink } of tenants) console.log(`  http://${host}:${PORT}/quick-pay/${payLink}`);
  tellKeys(demoKeys);
  console.log(`\n  Data: ${relative(process.cwd(), DATA_DIR) || DATA_DIR}`);
  if (typeof databaseFolder === 'string' && !inData)
    console.log(
      `  Database: ${databaseFolder}  (PostgreSQL doesn't run as root, and its user can't enter the data folder)`,
    );
  if (looksForViruses === false)
    console.log('  Uploads: not scanned for viruses (CLAMAV_HOST names a ClamAV that scans them)');
  console.log('  Stop: Ctrl-C\n');
}

/**
 * Prints the demo's keys of the integration API. They are test keys.
 * @param {unknown} keys by marina
 */
function tellKeys(keys) {
  const known = new Map(Object.entries(keys ?? {}));
  const told = tenants.filter(({ key }) => known.has(key));
  if (told.length === 0) return;
  console.log('\n  Drive a marina by a program (docs/integrating), with a key of the demo:');
  for (const { key, host } of told) console.log(`  ${host.padEnd(20)} ${known.get(key)}`);
}
