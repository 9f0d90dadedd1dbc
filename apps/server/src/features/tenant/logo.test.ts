import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLogo, readLogoPicture, readLogoSize } from './logo.service.ts';

const files = readdirSync(join(import.meta.dirname, 'brand'), { recursive: true, encoding: 'utf8' });
const logos = files.filter((file) => /logo[^/]*\.svg$/.test(file)).map((file) => `/brand/${file}`);

test.each(logos)('%s has a picture of the same shape for mails', (logo) => {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(readLogo({ logo }) ?? '') ?? [];
  const picture = readLogoPicture({ logo });
  expect(picture?.subarray(1, 4).toString()).toBe('PNG');
  const size = readLogoSize({ logo }) ?? { width: 0, height: 1 };
  expect(size.height).toBe(144);
  expect(size.width / size.height).toBeCloseTo(Number(width) / Number(height), 2);
});

test('an unknown address has no logo', () => {
  for (const logo of ['', 'https://example.com/logo.svg', '/brand/../logo.ts', '/brand/nobody/logo.v1.svg'])
    expect([readLogo({ logo }), readLogoPicture({ logo }), readLogoSize({ logo })]).toEqual([null, null, null]);
});
