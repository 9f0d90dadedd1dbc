import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { CronJob } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inProject } from '../command/project.mjs';
import { serverProgram } from '../run/server-program.mjs';

const read = (...path: string[]) => readFileSync(inProject('deploy', ...path), 'utf8');
const unit = inProject('deploy', 'systemd', 'quayside.service');

test('[RUN-6] systemd rates what the unit leaves open at 2.0 at most, of 10', async () => {
  const { stdout } = await promisify(execFile)('systemd-analyze', [
    'security',
    '--offline=true',
    '--no-pager',
    '--threshold=20', // it exits with 1 above 2.0
    unit,
  ]);
  expect(stdout).toMatch(/Overall exposure level for quayside\.service: [01]\.\d OK/);
});

test('the unit starts the server as npm run serve does', () => {
  const command = /^ExecStart=\/opt\/quayside\/bin\/node (.*)$/m.exec(readFileSync(unit, 'utf8'))?.[1];
  expect(command?.split(' ')).toEqual(serverProgram);
});

const containerfile = read('container', 'Containerfile');

test('[RUN-6] the linter of container files finds nothing', () => {
  expect(validate(containerfile)).toEqual([]);
});

test('[RUN-6] a container starts the server as npm run serve does, without root, and asks if it lives', () => {
  const lines = containerfile.replace(/\\\n\s*/g, '').split('\n');
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
  expect(JSON.parse(last('CMD') ?? '')).toEqual(['node', ...serverProgram]);
  expect(last('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/);
  expect(last('HEALTHCHECK')).toContain("fetch('http://127.0.0.1:3001/live')");
});

test('[RUN-6] all packages with parts for a machine are locked for both architectures', () => {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const parts = ['node-linux-', '@img/sharp-linux-', '@img/sharp-libvips-linux-'].flatMap((name) => [
    `${name}x64`,
    `${name}arm64`,
  ]);
  const typst = ['x64', 'arm64'].map((name) => `@myriaddreamin/typst-ts-node-compiler-linux-${name}-gnu`);
  for (const name of [...parts, ...typst]) expect(packages[`node_modules/${name}`]?.integrity).toMatch(/^sha512-/);
});

interface Service_ {
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  volumes?: string[];
  networks: string[];
  depends_on?: Record<string, unknown>;
}

test('[RUN-6] compose runs copies, a proxy, PostgreSQL, a scanner and backups, and names only what it declares', () => {
  const compose = parse(read('compose', 'compose.yaml'), { merge: true }) as {
    services: Record<string, Service_>;
    networks: object;
    volumes: object;
  };
  const { services, networks, volumes } = compose;
  expect(Object.keys(services)).toEqual(['proxy', 'one', 'two', 'postgres', 'clamav', 'backup']);
  for (const name of ['one', 'two', 'backup', 'proxy'])
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  for (const service of Object.values(services)) {
    for (const network of service.networks) expect(networks).toHaveProperty(network);
    for (const [volume = ''] of (service.volumes ?? []).map((line) => line.split(':')))
      if (!volume.startsWith('.')) expect(volumes).toHaveProperty(volume);
    for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other);
  }
});

/** The linter's rules about order and quotes, which change nothing. The proxy's ports are for everybody. */
const offRules = [
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
  'no-quotes-in-volumes',
  'require-quotes-in-ports',
  'no-unbound-port-interfaces',
];

test('[RUN-6] compose’s own schema and a linter accept the file', () => {
  const linter = new DCLinter({ rules: Object.fromEntries(offRules.map((rule) => [rule, 0])) });
  const results: { messages: unknown[] }[] = linter.lintFiles([inProject('deploy', 'compose', 'compose.yaml')], false);
  expect(results).toHaveLength(1);
  expect(results.flatMap(({ messages }) => messages)).toEqual([]);
});

const kinds = { Deployment, CronJob, Ingress, NetworkPolicy, PodDisruptionBudget, Service };

test.each(readdirSync(inProject('deploy', 'kubernetes')))('[RUN-6] Kubernetes’s own schemas accept %s', (file) => {
  for (const document of parseAllDocuments(read('kubernetes', file))) {
    expect(document.errors).toEqual([]);
    const manifest = document.toJS() as { apiVersion: string; kind: keyof typeof kinds };
    const Kind = kinds[manifest.kind];
    expect(manifest.apiVersion).toBe(Kind.apiVersion);
    new Kind(manifest as never).validate(); // it throws what is wrong
  }
});
