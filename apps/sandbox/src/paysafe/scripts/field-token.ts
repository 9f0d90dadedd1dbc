import { expiryOf } from '../../cards/scripts/field-format.ts';
import type { FieldName, TokenRequest } from '../../cards/scripts/frame-messages.ts';
import { post } from './script-api.ts';
import { collect } from '../../cards/scripts/field-values.ts';

/** Collects the input of the form's other frames, and changes it into a single-use token at the provider. */
export async function tokenize(
  request: TokenRequest,
  own: FieldName,
  digits: string,
  siblings: BroadcastChannel,
): Promise<string> {
  const others = request.fields.filter((field) => field !== own);
  const values = { ...(await collect(request.id, others, siblings)), [own]: digits };
  const answer = await post('/customervault/v1/singleusetokens', request.apiKey, tokenBody(request, values));
  return String(answer['paymentToken']);
}

function tokenBody({ vault, stored }: TokenRequest, values: Readonly<Record<string, string>>): object {
  const { cardNumber = '', expiryDate = '', cvv = '' } = values;
  if (stored !== undefined) {
    return { ...stored, card: { ...(cvv === '' ? {} : { cvv }), holderName: vault.holderName } };
  }
  return {
    card: {
      cardNum: cardNumber,
      cardExpiry: expiryOf(expiryDate),
      ...(cvv === '' ? {} : { cvv }),
      holderName: vault.holderName,
      billingAddress: vault.billingAddress,
    },
  };
}
