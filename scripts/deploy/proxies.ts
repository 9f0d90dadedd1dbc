import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { inProject } from '../command/project.mjs';
import { findOnPath } from '../tools/debian-tools.mjs';

/** Starts the proxies of `deploy/proxy` for tests. They differ from those of a machine in ports, names and folders. */

export const proxyNames = ['nginx', 'caddy'] as const;

interface Place {
  /** The ports of the copies. */
  copies: readonly [number, number];
  /** A folder for all that the proxy writes. */
  folder: string;
  /** Default: the user of this process. */
  user?: { uid?: number; gid?: number };
}

/** A proxy that runs. */
interface Proxy {
  child: ChildProcess;
  /** Sends a GET as a browser does, or a POST of what is given. @returns the failure's text if there is no answer */
  ask: (path?: string, sent?: Sent) => Promise<{ status: number; hsts: boolean } | string>;
  /** The port with TLS, and the name in its certificate. */
  port: number;
  host: string;
  /** The port without TLS. Caddy leaves it out. */
  plainPort: number;
}

interface Sent {
  headers: Record<string, string>;
  body: string | Buffer;
}

const host = 'gullhaven.localhost';

interface Setting {
  file: string;
  folder: string;
  port: number;
  plainPort: number;
  copies: readonly [number, number];
  certificate: { file: string; key: string };
}

/** Each proxy: the name of its file, and how it starts with that file. */
const proxies = {
  nginx: {
    file: 'nginx.conf',
    configure: ({ file, folder, port, plainPort, copies, certificate }: Setting) => {
      const server = file
        .replace(/listen (\[::\]:)?443/g, (_, six = '') => `listen ${six}${port}`)
        .replace(/listen (\[::\]:)?80;/g, (_, six = '') => `listen ${six}${plainPort};`)
        .replaceAll('portal.saltmarsh.example', host)
        .replaceAll('/var/log/nginx', folder)
        .replace('/etc/quayside/portal.crt', certificate.file)
        .replace('/etc/quayside/portal.key', certificate.key)
        .replace('127.0.0.1:3000', `127.0.0.1:${copies[0]}`)
        .replace('127.0.0.1:3010', `127.0.0.1:${copies[1]}`);
      const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
      // Debian's own configuration writes these two files.
      const logs = `access_log ${folder}/access.log; error_log ${folder}/error.log;`;
      return `daemon off; pid ${folder}/nginx.pid; events {} http { ${logs} ${kept.join(' ')} ${server} }`;
    },
    command: (config: string) => [findOnPath('nginx') ?? '/usr/sbin/nginx', '-e', 'stderr', '-c', config],
  },
  caddy: {
    file: 'Caddyfile',
    configure: ({ file, port, copies, certificate }: Setting) => {
      const options = '\tadmin off\n\tauto_https disable_redirects\n\tservers {\n\t\tprotocols h1 h2\n\t}\n';
      return file
        .replace(/^\{\n/m, (start) => start + options)
        .replace(
          '{$PORTAL_HOST:portal.saltmarsh.example} {',
          `https://${host}:${port} {\n\ttls ${certificate.file} ${certificate.key}`,
        )
        .replaceAll('{$COPIES:127.0.0.1:3000 127.0.0.1:3010}', copies.map((copy) => `127.0.0.1:${copy}`).join(' '));
    },
    command: (config: string) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
  },
};

/** Starts a proxy with its file of `deploy/proxy`. Its output is in the child's `stderr`. */
export async function startProxy(name: keyof typeof proxies, { copies, folder, user = {} }: Place): Promise<Proxy> {
  const { file, configure, command } = proxies[name];
  const certificate = await makeCertificate(folder, user);
  const [port, plainPort] = [await findFreePorts(1), await findFreePorts(1)];
  const shipped = readFileSync(inProject('deploy', 'proxy', file), 'utf8');
  const config = join(folder, file);
  writeFileSync(config, configure({ file: shipped, folder, port, plainPort, copies, certificate }));
  const [program = '', ...args] = command(config);
  const env = { PATH: process.env.PATH, HOME: folder };
  const child = spawn(program, args, { env, ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  const ca = readFileSync(certificate.file);
  return { child, ask: (path = '/', sent) => ask({ port, ca }, path, sent), port, host, plainPort };
}

const run = promisify(execFile);

async function makeCertificate(folder: string, user: object): Promise<Setting['certificate']> {
  const certificate = { file: join(folder, 'portal.crt'), key: join(folder, 'portal.key') };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const files = ['-keyout', certificate.key, '-out', certificate.file];
  if (!existsSync(certificate.file)) await run('openssl', ['req', '-x509', ...curve, ...names, ...files], user);
  return certificate;
}

function ask(place: { port: number; ca: Buffer }, path: string, sent?: Sent): ReturnType<Proxy['ask']> {
  return new Promise((resolve) => {
    const method = sent ? 'POST' : 'GET';
    const options = {
      ...place,
      host: '127.0.0.1',
      path,
      servername: host,
      method,
      headers: { ...sent?.headers, host },
    };
    const asked = request(options, (answer) => {
      answer.resume();
      const hsts = answer.headers['strict-transport-security'] !== undefined;
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, hsts }));
    });
    asked.once('error', ({ message }) => resolve(message));
    asked.end(sent?.body);
  });
}
