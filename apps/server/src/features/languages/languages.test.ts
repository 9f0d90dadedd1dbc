import { getLanguageFile, listLanguages } from '@quayside/contract/tenant/languages.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';

const root = join(import.meta.dirname, '../../../../../languages');
const folders = ['Portal', 'Common', 'SharedLibrary'] as const;

let app: TestApp;
let marina: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app);
});
afterAll(() => app.close());

test('[LANG-3] another folder, an unknown language and a path out of the folder are not answered', async () => {
  const client = app.client(marina.key);
  for (const [path, status] of [
    ['Server/en-GB', 400],
    ['portal/en-GB', 400],
    ['Portal/tl-KL', 404],
    ['Portal/..%2FServer%2Fen-GB', 400],
  ] as const)
    expect([path, (await client.get(`/harbour/api/languages/${path}`)).status]).toEqual([path, status]);
});

test('[LANG-3] each folder’s texts are answered as its file has them', async () => {
  for (const folder of folders) {
    for (const language of ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'nl-NL', 'ar']) {
      const file = JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8'));
      const answer = await app.client(marina.key).call(getLanguageFile, { params: { folder, language }, query: {} });
      expect(answer.body).toEqual(file);
    }
  }
});

test('[LANG-3] under its timestamp a file is kept for ever, without one it is asked for again', async () => {
  const client = app.client(marina.key);
  const path = '/harbour/api/languages/SharedLibrary/en-GB';
  const kept = await client.get(`${path}?t=1771000000000`);
  expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const first = await client.get(path);
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const again = await client.get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
  const missing = await client.get('/harbour/api/languages/SharedLibrary/tl-KL?t=1');
  expect(missing.headers.get('cache-control')).toBe('no-store');
});

test('[LANG-3] the public languages file names each language in itself', async () => {
  const { body } = await app.client(marina.key).call(listLanguages, {});
  expect(body.languages).toEqual(
    expect.arrayContaining([
      { code: 'ar', nativeName: 'العربية', dir: 'rtl' },
      { code: 'de-DE', nativeName: 'Deutsch', dir: 'ltr' },
      { code: 'en-GB', nativeName: 'English', dir: 'ltr' },
      { code: 'es-ES', nativeName: 'Español', dir: 'ltr' },
      { code: 'fr-FR', nativeName: 'Français', dir: 'ltr' },
      { code: 'nl-NL', nativeName: 'Nederlands', dir: 'ltr' },
    ]),
  );
});
