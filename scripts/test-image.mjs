/**
 * `npm run test:image`: builds the container's image by Debian's buildah and runs its root. It needs root on Debian,
 * and takes a few minutes. No registry of images is asked: both base images are made of Debian's packages.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { provideTools } from './tools/debian-tools.mjs';
import { Failure, run } from './command/failure.mjs';
import { inProject, root } from './command/project.mjs';

const mostBytes = 350_000_000;
const base = mkdtempSync(join(tmpdir(), 'quayside-image-'));
const store = ['--root', join(base, 'store'), '--runroot', join(base, 'run')];
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };

/** @param {string} program @param {string[]} args */
const call = (program, ...args) =>
  execFileSync(program, args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** @param {string[]} args */
const buildah = ([command = '', ...args]) => call('buildah', ...store, command, ...args);

/**
 * Makes an image of one folder.
 * @param {string} name @param {string} folder @param {Record<string, string>} settings
 */
function imageOf(name, folder, settings = {}) {
  const file = join(base, `${name}.containerfile`);
  const lines = Object.entries(settings).map(([key, value]) => `ENV ${key}=${value}`);
  writeFileSync(file, ['FROM scratch', 'COPY . /', ...lines].join('\n'));
  buildah(['build', '--quiet', '--tag', name, '--file', file, folder]);
}

/** Makes what the registries have as debian:bookworm-slim and node:22-bookworm-slim. */
function makeBases() {
  const slim = join(base, 'slim');
  call('debootstrap', '--variant=minbase', 'bookworm', slim);
  for (const path of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache/apt', 'var/lib/apt/lists'])
    rmSync(join(slim, path), { recursive: true, force: true });
  imageOf('slim', slim);

  // The scripts' own Node and npm, with this machine's settings of npm and its certificates.
  const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  cpSync(npm, join(slim, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true });
  cpSync(call('node', '-p', 'process.execPath'), join(slim, 'usr/bin/node'));
  writeFileSync(join(slim, 'usr/bin/npm'), '#!/bin/sh\nexec node /usr/lib/node_modules/npm/bin/npm-cli.js "$@"\n');
  chmodSync(join(slim, 'usr/bin/npm'), 0o755);
  const settings = call('npm', 'config', 'get', 'userconfig');
  if (existsSync(settings)) cpSync(settings, join(slim, 'root/.npmrc'));
  mkdirSync(join(slim, 'etc/ssl/certs'), { recursive: true });
  if (certificates) cpSync(certificates, join(slim, 'etc/ssl/certs/ca-certificates.crt'), { dereference: true });
  imageOf('builder', slim, certificates ? { NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' } : {});
}

/** @param {boolean} holds @param {string} what */
function check(holds, what) {
  if (!holds) throw new Failure(`The image does not hold what it promises: ${what}.`);
  console.log(`✓ ${what}`);
}

function build() {
  const bases = ['--build-arg', 'BUILD=localhost/builder', '--build-arg', 'BASE=localhost/slim'];
  const file = inProject('deploy', 'container', 'Containerfile');
  buildah(['build', '--format', 'docker', ...bases, '--tag', 'quayside', '--file', file, root]);
  const { config } = JSON.parse(buildah(['inspect', '--type', 'image', 'quayside'])).Docker;
  check(/^[1-9]\d*:[1-9]\d*$/.test(config.User), `it runs without root, as ${config.User}`);
  check(config.Healthcheck.Test.length > 0, 'it has a health check');
  const container = buildah(['from', 'quayside']);
  try {
    runRoot(buildah(['mount', container]), config);
  } finally {
    buildah(['rm', container]);
  }
}

/**
 * Runs commands as a container does: without root, without capabilities, on a root that can't be written to.
 * @param {string} image its root @param {{ User: string, Env: string[] }} config
 */
function runRoot(image, { User, Env }) {
  const [bytes] = call('du', '-s', '--bytes', '--one-file-system', image).split('\t');
  check(Number(bytes) <= mostBytes, `it takes ${Math.round(Number(bytes) / 1e6)} MB, of 350 at most`);
  const [uid = '', gid = ''] = User.split(':');
  const settings = Env.map((line) => line.split('=')).flatMap(([name = '', ...value]) => [
    '--setenv',
    name,
    value.join('='),
  ]);
  const inside = (/** @type {string} */ line) =>
    call(
      'bwrap',
      '--unshare-user',
      '--uid',
      uid,
      '--gid',
      gid,
      '--unshare-net',
      '--cap-drop',
      'ALL',
      '--ro-bind',
      image,
      '/',
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--tmpfs',
      '/tmp',
      '--clearenv',
      ...settings,
      '--chdir',
      '/opt/quayside',
      'sh',
      '-c',
      line,
    );
  check(inside('id -u') === uid, 'its user needs no entry in passwd');
  check(inside('touch /opt/quayside/x 2>&1 || true').includes('Read-only'), 'its root is read-only');
  check(inside('quayside --help').includes('Usage: quayside'), 'the operator’s commands run');
  const start = inside('node apps/server/dist/main.js 2>&1 || true');
  check(start.includes('SECRETS_KEY is missing'), 'the server starts, and asks for its settings');
}

await run(async () => {
  await provideTools([
    { package: 'buildah', isThere: () => existsSync('/usr/bin/buildah') },
    { package: 'debootstrap', isThere: () => existsSync('/usr/sbin/debootstrap') },
    { package: 'bubblewrap', isThere: () => existsSync('/usr/bin/bwrap') },
  ]);
  try {
    makeBases();
    build();
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
