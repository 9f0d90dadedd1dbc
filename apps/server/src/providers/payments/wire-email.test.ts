import { expect, test } from 'vitest';
import { wireEmail } from './wire-email.ts';

test.each([
  ['Robin.Test@Example.com', 'Robin.Test@Example.com'],
  ['robin@häfen.example', 'robin@xn--hfen-loa.example'],
  ['jörg@example.com', ''],
  ['robin..test@example.com', ''],
  ['not an address', ''],
  ['', ''],
])('[RUN-161] providers are told the address %s as "%s"', (email, told) => {
  expect(wireEmail(email)).toBe(told);
});
