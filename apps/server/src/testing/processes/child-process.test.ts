import { expect, test } from 'vitest';
import { programs, startProcess } from './child-process.ts';

test('a program that does not come up in a test’s set-up says why, with all that it wrote', async () => {
  const starting = startProcess(programs.server, { NODE_ENV: 'test', PORT: 'no port' });
  await expect(starting).rejects.toThrow(
    /^\.cache\/test-server\/main\.js never became ready\. It ended with 1\.(.|\n)*PORT/,
  );
});

test('a program that can’t be loaded says why', async () => {
  const starting = startProcess('apps/server/src/no-such-program.ts', { NODE_ENV: 'test' });
  await expect(starting).rejects.toThrow(/never became ready\. It ended with 1\.(.|\n)*no-such-program/);
});
