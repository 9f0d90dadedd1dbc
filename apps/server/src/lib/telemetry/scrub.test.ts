import { expect, test } from 'vitest';
import { scrub } from './scrub.ts';

test.each([
  ['no account for jo.sailor@example.com', 'no account for [e-mail]'],
  ['account 3f2b8c1e-9a70-4d55-8f0b-0c6d5e4f3a21 is gone', 'account [guid] is gone'],
  ['GET https://saltmarsh.example.com/passwordResetForm/abc?x=1 failed', 'GET [url] failed'],
  ['no page at /register/complete/SANDBANK26/jo today', 'no page at [path] today'],
  ['bad token: tHx9Jq2LmN0pQ4rS6tU8vW1x', 'bad token: [secret]'],
  ['the header Authorization: Bearer abc.def was refused', 'the header Authorization: [secret] was refused'],
  ['key tHx9Jq2LmN0pQ4rS6tU8vW1x opens nothing', 'key [token] opens nothing'],
  ['call +44 7700 900123 or 4000 0000 0000 1091', 'call [number] or [number]'],
  [`Unexpected token 'R', "Robin Test" is not valid JSON`, `Unexpected token 'R', "…" is not valid JSON`],
  [`Unexpected token 'R', "Robin Te`, `Unexpected token 'R', "…"`],
  ["no such boat: 'Sea Breeze of Emsworth'", "no such boat: '…'"],
])('[SAFE-5] of %s is left: %s', (message, left) => {
  expect(scrub(message)).toBe(left);
});

test.each([
  "Cannot read properties of undefined (reading 'name')",
  'order 4711 is not payable: 3 of 4',
  'connect ECONNREFUSED 127.0.0.1:5432',
])('%s says nothing of anybody and stays', (message) => {
  expect(scrub(message)).toBe(message);
});

test('a message of any length is short', () => {
  expect(scrub('all hands on deck '.repeat(10_000)).length).toBe(500);
});
