import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inProject } from './project.mjs';
import { serverProgram } from './server-program.mjs';

const unit = inProject('deploy', 'systemd', 'quayside.service');

test('systemd rates what the unit leaves open at 2.0 at most, of 10', async () => {
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
  const command = /^ExecStart=\/opt\/quayside\/node_modules\/\.bin\/node (.*)$/m.exec(readFileSync(unit, 'utf8'))?.[1];
  expect(command?.split(' ')).toEqual(serverProgram);
});
