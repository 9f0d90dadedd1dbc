import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readablePicture } from './logo.ts';

const brands = join(import.meta.dirname, '../../features/tenant/brand');

test.each(['saltmarsh', 'port-azur', 'quayside'])('the logo of %s can be drawn', (key) => {
  const logos = readdirSync(join(brands, key)).filter((file) => /^logo.*\.svg$/.test(file));
  expect(logos.length).toBeGreaterThan(0);
  for (const file of logos) expect(readablePicture(readFileSync(join(brands, key, file), 'utf8'))).not.toBeNull();
});

test('paper takes the light scheme', () => {
  const svg = `<svg viewBox="0 0 10 20">
    <style>.word{fill:#0b2239}@media (prefers-color-scheme:dark){.word{fill:#ffffff}}</style>
    <path class="word" d="M2 2"/></svg>`;
  expect(readablePicture(svg)?.toString()).toContain('<style>.word{fill:#0b2239}</style>');
});

test.each([
  '<svg viewBox="0 0 9 9"><text x="1">Marina</text></svg>',
  '<svg viewBox="0 0 9 9"><image href="https://example.com/x.png"/></svg>',
  '<svg><path d="M0 0"/></svg>',
])('a logo that would be drawn wrong is not drawn: %s', (svg) => {
  expect(readablePicture(svg)).toBeNull();
});
