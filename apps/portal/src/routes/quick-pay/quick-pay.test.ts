import { expect, test } from 'vitest';
import { allowedReturn } from './quick-pay.ts';

const origins = ['https://www.saltmarsh.example'];

test('[QP-5] the way back leads to the marina’s own sites over https, and nowhere else', () => {
  expect(allowedReturn('https://www.saltmarsh.example/berths?a=1', origins)).toBe(
    'https://www.saltmarsh.example/berths?a=1',
  );
  const refused = [
    'http://www.saltmarsh.example/',
    'https://www.saltmarsh.example.evil.example/',
    'https://www.saltmarsh.example@evil.example/',
    'https://evil@www.saltmarsh.example/',
    '//www.saltmarsh.example/',
    '/secure/dashboard',
    'javascript:alert(1)',
    '',
    undefined,
  ];
  for (const referrer of refused)
    expect({ referrer, to: allowedReturn(referrer, origins) }).toEqual({ referrer, to: null });
});
