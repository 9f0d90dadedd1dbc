import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSvg, UnsupportedPicture } from './svg.ts';

const brands = join(import.meta.dirname, '../../features/tenant/brand');

test.each(['saltmarsh', 'port-azur'])('the logo of %s can be drawn', (key) => {
  const { width, height, shapes } = readSvg(readFileSync(join(brands, key, 'logo.v1.svg'), 'utf8'));
  expect(height).toBe(48);
  expect(width).toBeGreaterThan(100);
  expect(shapes.length).toBeGreaterThan(5);
});

test('a shape has its group’s paint unless it has its own, and paper takes the light scheme', () => {
  const { shapes } = readSvg(`<svg viewBox="0 0 10 20">
    <style>.word{fill:#0b2239}@media (prefers-color-scheme:dark){.word{fill:#ffffff}}</style>
    <clipPath id="disc"><circle cx="5" cy="5" r="5"/></clipPath>
    <g fill="none" stroke="#112233" stroke-width="2" clip-path="url(#disc)"><path d="M0 0H5"/><path d="M1 1" fill="#aabbcc"/></g>
    <path class="word" d="M2 2"/></svg>`);
  const disc = { circle: [5, 5, 5] };
  expect(shapes).toMatchObject([
    { outline: { path: 'M0 0H5' }, clip: disc, fill: null, stroke: '#112233', strokeWidth: 2 },
    { outline: { path: 'M1 1' }, clip: disc, fill: '#aabbcc', stroke: '#112233' },
    { outline: { path: 'M2 2' }, clip: null, fill: '#0b2239', stroke: null },
  ]);
});

test.each([
  '<svg viewBox="0 0 9 9"><text x="1">Marina</text></svg>',
  '<svg viewBox="0 0 9 9"><path fill="url(#sky)" d="M0 0"/></svg>',
  '<svg viewBox="0 0 9 9"><g transform="scale(2)"><path d="M0 0"/></g></svg>',
  '<svg><path d="M0 0"/></svg>',
])('what would be drawn wrong is not drawn: %s', (svg) => {
  expect(() => readSvg(svg)).toThrow(UnsupportedPicture);
});
