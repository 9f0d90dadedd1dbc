// Runs inside a hosted field's frame of the second card provider.
import { expiryOf } from '../../cards/scripts/field-format.ts';
import { runFieldFrame } from '../../cards/scripts/field-frame.ts';
import { collect } from '../../cards/scripts/field-values.ts';
import { callProvider } from './provider-api.ts';

/** Passes the provider's answer on as it is: the page's script reads from it if the bank must be asked first. */
runFieldFrame(async ({ id, apiKey: fieldToken, fields, vault }, own, digits, siblings) => {
  const others = fields.filter((field) => field !== own);
  const typed: Readonly<Record<string, string>> = { ...(await collect(id, others, siblings)), [own]: digits };
  const { cardNumber, expiryDate = '', cvv = '' } = typed;
  const body =
    cardNumber === undefined
      ? { Cvv: cvv }
      : {
          ...(vault.holderName ? { AccountHolderName: vault.holderName } : {}),
          CardNumber: cardNumber,
          ExpiryDate: expiryOf(expiryDate),
          Cvv: cvv,
        };
  return callProvider('/fields/v1/tokens', fieldToken, body);
});
