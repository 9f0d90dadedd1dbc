import { expect, test } from 'vitest';
import { frameUrl, readAppAddress } from './app-address.ts';

test('[APP-2] only ids and plain parameters of the address count', () => {
  const text = JSON.stringify({
    id: 'tides',
    partId: 'today',
    url: 'https://evil.example/',
    manifestUrl: 'https://evil.example/',
    parts: { portal: [{ id: 'today', url: 'https://evil.example/' }] },
    params: { day: 2, name: 'Avocet', night: true, list: [1], deep: { a: 1 }, none: null },
  });
  expect(readAppAddress(text)).toEqual({
    id: 'tides',
    partId: 'today',
    params: { day: '2', name: 'Avocet', night: 'true' },
  });
});

test('[APP-2] an entry without a name is not an app', () => {
  for (const text of [undefined, '', 'tides', '{', 'null', '[]', '{"partId":"today"}', '{"id":7}'])
    expect(readAppAddress(text)).toBeUndefined();
});

test('[APP-2] a frame gets the extras, and what the portal says of itself wins over them', () => {
  const facts = {
    tenantKey: 'heron',
    parentUrl: 'https://heron.example/secure/micro-app',
    language: 'fr-FR',
    siteId: 2,
  };
  const extras = { day: '2', tenantKey: 'other', parentUrl: 'https://evil.example/', siteId: '9', language: 'xx' };
  const url = new URL(frameUrl('https://apps.example/tides/today?theme=sea', extras, facts));
  expect(url.origin + url.pathname).toBe('https://apps.example/tides/today');
  expect(Object.fromEntries(url.searchParams)).toEqual({ theme: 'sea', day: '2', ...facts, siteId: '2' });
});
