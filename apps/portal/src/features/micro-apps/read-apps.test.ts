import { expect, test } from 'vitest';
import { readAppList, readManifest } from './read-apps.ts';

const base = 'https://apps.example/list/';
const isAllowed = ({ origin }: URL) => origin === 'https://apps.example';
const listed = { id: 'tides', manifestUrl: 'https://apps.example/m.json', url: 'https://apps.example/tides/' };
const part = { id: 'today', title: 'Today', icon: 'tides', translationKey: 'a.b', url: 'today', display: 'page' };

test('[APP-1] the enabled apps of a list count, in its order and each once', () => {
  const answer = [
    { ...listed, enabled: true },
    { ...listed, enabled: true, url: '/again' },
    { ...listed, id: 'off', enabled: false },
    { ...listed, id: 'unsaid' },
    { id: 'relative', enabled: true, manifestUrl: 'm/r.json', url: '/r/' },
  ];
  expect(readAppList(answer, base, isAllowed)).toEqual([
    listed,
    { id: 'relative', manifestUrl: 'https://apps.example/list/m/r.json', url: 'https://apps.example/r/' },
  ]);
});

test('[APP-1] an app that the list gives no id is called as its address', () => {
  const manifestUrl = 'm.json';
  const answer = [
    { enabled: true, manifestUrl, url: '/tides-and-weather/' },
    { enabled: true, manifestUrl, url: 'https://apps.example' },
    { enabled: true, manifestUrl, url: '/tides-and-weather/?again' },
  ];
  expect(readAppList(answer, base, isAllowed).map(({ id }) => id)).toEqual(['tides-and-weather', 'apps.example']);
});

test('[APP-1] anything but a list fails; entries of the wrong shape, or at other addresses, are left out', () => {
  for (const answer of [null, 'apps', {}, { apps: [listed] }])
    expect(() => readAppList(answer, base, isAllowed)).toThrow('is not an array');
  const wrong = [
    null,
    'tides',
    {},
    { ...listed, id: 7 },
    { ...listed, id: '../tides' },
    { ...listed, url: 'https://evil.example/' },
    { ...listed, url: 'javascript:alert(1)' },
    { ...listed, url: 'https://apps.example.evil.example/' },
    { ...listed, manifestUrl: 'data:application/json,{}' },
    { ...listed, manifestUrl: undefined },
  ].map((entry) => (typeof entry === 'object' ? { ...entry, enabled: true } : entry));
  expect(readAppList(wrong, base, isAllowed)).toEqual([]);
});

test('[APP-1] a manifest gives an app its parts; those that cannot be shown are left out', () => {
  const manifest = {
    title: 'Tides and weather',
    translationKey: 'apps.tides',
    parts: {
      portal: [
        part,
        { ...part, id: 'warnings', url: '/warnings', display: 'modal', icon: 7 },
        { ...part, id: 'evil', url: 'https://evil.example/' },
        { ...part, id: 'untitled', title: ' ' },
        'part',
      ],
    },
  };
  expect(readManifest(manifest, listed, isAllowed)).toEqual({
    id: 'tides',
    title: 'Tides and weather',
    translationKey: 'apps.tides',
    parts: [
      { ...part, url: 'https://apps.example/tides/today' },
      { ...part, id: 'warnings', url: 'https://apps.example/warnings', display: 'modal', icon: '' },
    ],
  });
});

test('[APP-1] an app without a title is called as its first part; one without parts fails', () => {
  expect(readManifest({ parts: { portal: [part] } }, listed, isAllowed)).toMatchObject({
    title: 'Today',
    translationKey: 'a.b',
  });
  for (const manifest of [null, {}, { parts: [] }, { parts: { portal: [] } }, { parts: { office: [part] } }])
    expect(() => readManifest(manifest, listed, isAllowed)).toThrow('has no part for portals');
});
