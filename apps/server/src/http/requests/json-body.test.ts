import { getAccountResource, putAccount } from '@quayside/contract/integration/accounts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let program: HttpClient;
const params = { reference: 'C-1' };
beforeAll(async () => {
  app = await startTestApp();
  program = await programOf(app, await makeTenant(app));
  await program.call(putAccount, { params, body: { site: 1, lastName: 'Müller' } });
});
afterAll(() => app.close());

test.for([
  ['PUT', 'application/json'],
  ['PUT', 'application/json; charset=iso-8859-1'],
  ['PATCH', 'application/merge-patch+json'],
] as const)(
  '[API-133] %s as %s in another encoding than UTF-8 is refused, and no letter is lost',
  async ([method, type]) => {
    const refused = await program.request(method, '/harbour/api/integration/v1/accounts/C-1', {
      headers: { 'content-type': type },
      body: new Blob([Buffer.from('{"site": 1, "lastName": "Möller"}', 'latin1')]),
    });
    expect([codeOf(refused), refused.body?.responseStatus]).toMatchObject([
      '400 INVALID_REQUEST',
      {
        message: 'The body is not UTF-8, so some letters cannot be read. Send it as UTF-8.',
        errors: [{ errorCode: 'invalid_format', fieldName: 'body' }],
      },
    ]);
    expect((await program.call(getAccountResource, { params })).body?.lastName).toBe('Müller');
  },
);
