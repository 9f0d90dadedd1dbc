// Runs in the provider's challenge frame: brings the browser to the bank, and tells the page when it is back.
import { encodeMessage, postToBank } from '../../cards/scripts/bank-form.ts';
import type { BankReturn } from '../../cards/scripts/challenge-messages.ts';
import { framingOrigin } from '../../cards/scripts/framing-origin.ts';
import { toScriptError } from '../../cards/scripts/script-error.ts';
import type { FromChallenge, ToChallenge } from './challenge-message.ts';
import { callProvider } from './provider-api.ts';

const pageOrigin = framingOrigin();
if (pageOrigin !== undefined) run(pageOrigin);

function run(origin: string): void {
  let fieldToken: string | undefined;
  let isOver = false;
  const send = (message: FromChallenge) => parent.postMessage(message, origin);

  const finish = async () => {
    if (fieldToken === undefined || isOver) return;
    isOver = true;
    try {
      send({ type: 'done', tokens: JSON.parse(await callProvider('/fields/v1/challenge-end', fieldToken, {})) });
    } catch (reason) {
      send({ type: 'failed', error: toScriptError(reason) });
    }
  };

  addEventListener('message', (event: MessageEvent<ToChallenge | BankReturn>) => {
    const { data } = event;
    if (event.source === parent && event.origin === origin) {
      if (data.type === 'cancel') void finish();
      if (data.type === 'begin') {
        fieldToken = data.fieldToken;
        const { AcsUrl, Creq } = data.challenge;
        postToBank(AcsUrl, 'bank', { creq: Creq, threeDSSessionData: encodeMessage({}) });
      }
    } else if (event.origin === location.origin && data.type === 'bank-returned') void finish();
  });
  send({ type: 'ready' });
}
