import { expect, test } from 'vitest';
import { profileFromAccount, profileFromInput } from './contact-details.ts';

const none = { email: '', phone: '', mobile: '' };

test.each([
  [{ ...none, email: 'jo@example.com' }, { email: 'jo@example.com' }],
  [{ ...none, mobile: '+44 7700 900123' }, { cellPhone: '+44 7700 900123' }],
  [{ ...none, phone: '0123456789', email: 'not an address' }, { phone: '0123456789' }],
  [{ ...none, email: 'jo@example.com', phone: '12', mobile: 'call me' }, { email: 'jo@example.com' }],
  [{ ...none, phone: '+12 34 567 89' }, null],
  [{ ...none, phone: 'ask for Jo, 123' }, null],
  [{ ...none, phone: '(01590) 67-22' }, null],
  [{ ...none, phone: '(01590) 672-234' }, { phone: '(01590) 672-234' }],
  [
    { email: ' jo@example.com ', phone: ' 01590 672234 ', mobile: ' 07700 900123 ' },
    { email: 'jo@example.com', phone: '01590 672234', cellPhone: '07700 900123' },
  ],
  [none, null],
])('[CARD-5] one valid value of e-mail, phone and mobile is enough: %j', (input, profile) => {
  expect(profileFromInput(input)).toEqual(profile);
});

test.each([
  [{ ...none, email: ' jo@example.com ' }, { email: 'jo@example.com' }],
  [{ ...none, phone: ' 12 ' }, { phone: '12' }],
  [{ ...none, mobile: ' 07700 900123 ' }, { cellPhone: '07700 900123' }],
  [{ email: ' ', phone: ' ', mobile: ' ' }, null],
  [none, null],
])('[CARD-5] an account’s own details are sent as they are, its mobile as cellPhone: %j', (account, profile) => {
  expect(profileFromAccount(account)).toEqual(profile);
});
