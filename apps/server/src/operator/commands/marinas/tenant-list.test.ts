import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeTenant } from '../../../testing/factories/factories.ts';
import { runOperator } from '../../testing/operator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const run = async (...args: string[]) => (await runOperator(args, { database: app.testDatabase })).out.trim();

test('[RUN-97] tenant list names the marinas with their hosts, and tenant show hides no setting', async () => {
  expect(await run('tenant', 'list')).toBe('There is no marina yet: "tenant create" makes one.');
  await makeTenant(app, { key: 'saltmarsh', name: 'Saltmarsh', hosts: ['a.example.org', 'b.example.org'] });
  await makeTenant(app, { key: 'azur', name: 'Port Azur' });
  expect(await run('tenant', 'list')).toBe(
    'azur  Port Azur  offline\nsaltmarsh  Saltmarsh  a.example.org b.example.org',
  );
  await run('tenant', 'set', 'azur', 'passwordPolicy', 'modern');
  const shown = JSON.parse(await run('tenant', 'show', 'azur')) as { settings: object };
  expect(shown.settings).toMatchObject({ passwordPolicy: 'modern' });
});
