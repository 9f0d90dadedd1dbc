import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

test('[RUN-206] a command ends its work without an error if nobody reads the rest of its output', async () => {
  const command = spawn(process.execPath, [`${import.meta.dirname}/main.ts`, '--help']);
  command.stdout.destroy();
  const errors = text(command.stderr);
  const [code] = await once(command, 'exit');
  expect([code, await errors]).toEqual([0, '']);
});
