import { describe, expect, test } from 'vitest';
import { type CheckoutValues, checkoutProblems, somethingNew } from './checkout-values.ts';

const values: CheckoutValues = {
  cardId: somethingNew,
  addressId: somethingNew,
  holderName: 'Jo Sailor',
  rememberCard: false,
  cardNumber: true,
  expiryDate: true,
  cvv: true,
  nickName: '',
  address1: '1 Quay Street',
  address2: '',
  town: 'Saltmarsh',
  state: '',
  postcode: 'SA1 1AA',
  country: 'GB',
};
const countries = [{ alpha2: 'GB', name: 'United Kingdom', states: {} }];
const problems = (changes: Partial<CheckoutValues>) => checkoutProblems({ ...values, ...changes }, countries);

describe('a new card', () => {
  test('[CARD-11] needs the name on it', () => {
    expect(problems({ holderName: ' ' })).toEqual({ holderName: 'cards.enterNameOnCard' });
    expect(problems({})).toEqual({});
  });

  test('needs what the frames say is missing', () => {
    expect(problems({ cardNumber: false, cvv: false })).toEqual({
      cardNumber: 'cards.enterCardNumber',
      cvv: 'cards.enterSecurityCode',
    });
  });

  test('[CARD-11] needs an address, chosen or typed', () => {
    expect(problems({ addressId: '' })).toEqual({ addressId: 'cards.noAddress' });
    expect(problems({ town: '' })).toEqual({ town: 'account.enterTown' });
    expect(problems({ town: '', addressId: 'home' })).toEqual({});
  });
});

test('[CARD-10] a stored card turns the new card off, so no field of a new card is required', () => {
  expect(problems({ cardId: 'kept', cardNumber: false, holderName: '', town: '' })).toEqual({});
});
