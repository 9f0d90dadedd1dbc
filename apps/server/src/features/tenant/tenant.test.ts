import { getConfig, listCountries, listSites } from '@quayside/contract/tenant/tenant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, sampleSettings, sampleSite, type TestTenant } from '../../testing/factories/factories.ts';

let app: TestApp;
let marina: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  const settings = sampleSettings({ translations: { 'fr-FR': { 'login.welcome': 'Ohé du bateau' } } });
  marina = await makeTenant(app, {
    name: 'Heron',
    settings,
    sites: [sampleSite(), sampleSite({ id: 2, name: 'Creek' })],
  });
  other = await makeTenant(app, { settings: sampleSettings({ rootUrl: 'https://portal.soleil.example/' }) });
});
afterAll(() => app.close());

describe('the config of a marina', () => {
  test('[SHELL-1] is the marina’s own, and nothing that is not for everybody', async () => {
    const { status, body } = await app.client(marina.key).call(getConfig, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      key: marina.key,
      name: 'Heron',
      portalTitle: 'Sample Marina',
      backgroundColour: '#00acec',
      culture: { isoCurrencyCode: 'GBP', minorCurrencyUnit: 100, currencyDecimalPlaces: 2 },
    });
    expect(Object.keys(body)).not.toContain('id');
    expect(Object.keys(body)).not.toContain('settings');
  });

  test('[LANG-3] carries the marina’s own texts by language', async () => {
    const { body } = await app.client(marina.key).call(getConfig, {});
    expect(body.translations['fr-FR']).toEqual({ 'login.welcome': 'Ohé du bateau' });
  });

  test('takes its root from the settings, else from the address that was asked', async () => {
    expect((await app.client(marina.key).call(getConfig, {})).body).toMatchObject({
      rootUrl: app.url,
      paymentApiUrl: `${app.url}/harbour/api/`,
    });
    expect((await app.client(other.key).call(getConfig, {})).body).toMatchObject({
      rootUrl: 'https://portal.soleil.example',
      paymentApiUrl: 'https://portal.soleil.example/harbour/api/',
    });
  });
});

test('[SHELL-1] sites are the marina’s own', async () => {
  const { body } = await app.client(marina.key).call(listSites, {});
  expect(body.sites.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Main Basin'],
    [2, 'Creek'],
  ]);
  expect((await app.client(other.key).call(listSites, {})).body.sites).toHaveLength(1);
});

describe('countries', () => {
  const countries = async (language: string) =>
    (await app.client(marina.key).call(listCountries, {}, { 'accept-language': language })).body.countries;

  test('are named and sorted in the caller’s language', async () => {
    const english = await countries('en-GB');
    const french = await countries('fr-FR');
    expect(english).toHaveLength(249);
    expect(french.find(({ alpha2 }) => alpha2 === 'DE')?.name).toBe('Allemagne');
    const names = french.map(({ name }) => name);
    expect(names.indexOf('États-Unis')).toBeLessThan(names.indexOf('Finlande'));
    expect(english.map(({ name }) => name)).toEqual(
      english.map(({ name }) => name).toSorted(new Intl.Collator('en-GB').compare),
    );
  });

  test('carry the states that their addresses need', async () => {
    const states = Object.fromEntries((await countries('en-GB')).map((country) => [country.alpha2, country.states]));
    expect(states.US).toMatchObject({ CA: 'California', NY: 'New York' });
    expect(states.CA).toMatchObject({ QC: 'Quebec' });
    expect(states.AU).toMatchObject({ NSW: 'New South Wales' });
    expect(states.GB).toEqual({});
  });
});
