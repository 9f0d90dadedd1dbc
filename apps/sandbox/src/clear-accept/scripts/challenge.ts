import { openDialog } from '../../cards/scripts/challenge-dialog.ts';
import { challengeTexts } from '../../cards/scripts/challenge-texts.ts';
import { fail, ScriptFailure } from '../../cards/scripts/script-error.ts';
import type { FromChallenge, ToChallenge } from './challenge-message.ts';
import type { BankChallenge, TypedAnswer } from './typed-answer.ts';
import { withResolvers } from '../../cards/scripts/with-resolvers.ts';

const providerOrigin = new URL(import.meta.url).origin;

/** Shows the bank's challenge in a frame of the provider over the page. Resolves with the token when it is over. */
export async function openChallenge(
  fieldToken: string,
  challenge: BankChallenge,
): Promise<Omit<TypedAnswer, 'Challenge'>> {
  const frame = document.createElement('iframe');
  const address = new URL('/fields/v1/frames/challenge', providerOrigin);
  address.searchParams.set('origin', location.origin);
  frame.src = address.href;
  frame.title = challengeTexts().frame;
  const send = (message: ToChallenge) => frame.contentWindow?.postMessage(message, providerOrigin);
  const { promise, resolve, reject } = withResolvers<Omit<TypedAnswer, 'Challenge'>>();
  let isReady = false;
  const listen = (event: MessageEvent<FromChallenge>) => {
    if (event.source !== frame.contentWindow || event.origin !== providerOrigin) return;
    if (event.data.type === 'ready') {
      isReady = true;
      send({ type: 'begin', fieldToken, challenge });
    }
    if (event.data.type === 'done') resolve(event.data.tokens);
    if (event.data.type === 'failed') reject(new ScriptFailure(event.data.error));
  };
  addEventListener('message', listen);
  const close = openDialog(frame, () => {
    // A frame that never loaded can't end the challenge, but the customer must be able to leave.
    if (isReady) send({ type: 'cancel' });
    else reject(fail('connection', 'The confirmation page does not answer.'));
  });
  return promise.finally(() => {
    removeEventListener('message', listen);
    close();
  });
}
