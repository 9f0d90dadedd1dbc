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
  [none, null],
])('[CARD-5] one valid value of e-mail, phone and mobile is enough: %j', (input, profile) => {
  expect(profileFromInput(input)).toEqual(profile);
});

test('[CARD-5] the mobile is sent as cellPhone, and an account without any contact is asked for one', () => {
  const account = { email: 'jo@example.com', phone: '', mobile: '07700 900123' };
  expect(profileFromAccount(account)).toEqual({ email: 'jo@example.com', cellPhone: '07700 900123' });
  expect(profileFromAccount(none)).toBeNull();
});
