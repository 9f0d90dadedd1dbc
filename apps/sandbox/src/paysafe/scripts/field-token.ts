import { expiryOf } from './field-format.ts';
import type { BetweenFrames, FieldName, TokenRequest } from './frame-messages.ts';
import { post } from './script-api.ts';
import { fail } from './script-error.ts';

const patienceMs = 5000;

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

/** Collects the input of the form's other frames. */
export function collect(
  id: string,
  names: readonly FieldName[],
  siblings: BroadcastChannel,
): Promise<Readonly<Record<string, string>>> {
  const { promise, resolve, reject } = Promise.withResolvers<Readonly<Record<string, string>>>();
  const values: Record<string, string> = {};
  if (names.length === 0) resolve(values);
  const listen = ({ data }: MessageEvent<BetweenFrames>) => {
    if (data.type !== 'value' || data.id !== id) return;
    values[data.name] = data.value;
    if (names.every((name) => name in values)) resolve(values);
  };
  siblings.addEventListener('message', listen);
  siblings.postMessage({ type: 'collect', id } satisfies BetweenFrames);
  const timer = setTimeout(() => reject(fail('internal', 'A field of the form does not answer.')), patienceMs);
  return promise.finally(() => {
    clearTimeout(timer);
    siblings.removeEventListener('message', listen);
  });
}
