// Runs in the provider's challenge frame: brings the browser to the bank, and tells the page when it is back.
import { encodeMessage, postToBank, readClaims } from '../../cards/scripts/bank-form.ts';
import type { BankReturn, FromChallengeFrame, ToChallengeFrame } from '../../cards/scripts/challenge-messages.ts';
import { framingOrigin } from '../../cards/scripts/framing-origin.ts';
import { post } from './script-api.ts';
import { scriptError, toScriptError } from '../../cards/scripts/script-error.ts';

interface Challenge {
  readonly id: string;
  readonly accountId: string;
  readonly payload: string;
}

const pageOrigin = framingOrigin();
if (pageOrigin !== undefined) run(pageOrigin);

function run(origin: string): void {
  let current: { apiKey: string; challenge: Challenge } | undefined;
  let isOver = false;
  const send = (message: FromChallengeFrame) => parent.postMessage(message, origin);

  const begin = (apiKey: string, sdkChallengePayload: string) => {
    const challenge = JSON.parse(atob(sdkChallengePayload)) as Challenge;
    current = { apiKey, challenge };
    const { acsUrl = '', creq = '' } = readClaims(challenge.payload);
    postToBank(acsUrl, 'bank', { creq, threeDSSessionData: encodeMessage({ id: challenge.id }) });
  };

  const finish = async () => {
    if (current === undefined || isOver) return;
    isOver = true;
    const { apiKey, challenge } = current;
    const account = `/threedsecure/v2/accounts/${encodeURIComponent(challenge.accountId)}`;
    const path = `${account}/authentications/${challenge.id}/finalize`;
    try {
      const answer = await post(path, apiKey, { payload: challenge.payload }, 'merchant');
      if (answer['status'] === 'FAILED') {
        send({ type: 'failed', error: scriptError('authentication', 'The bank could not finish the authentication.') });
      } else {
        send({ type: 'done', end: { id: challenge.id, threeDResult: String(answer['threeDResult']) } });
      }
    } catch (reason) {
      send({ type: 'failed', error: toScriptError(reason) });
    }
  };

  addEventListener('message', (event: MessageEvent<ToChallengeFrame | BankReturn>) => {
    const { data } = event;
    if (event.source === parent && event.origin === origin) {
      if (data.type === 'cancel') void finish();
      if (data.type === 'begin') {
        try {
          begin(data.apiKey, data.sdkChallengePayload);
        } catch (reason) {
          send({ type: 'failed', error: toScriptError(reason) });
        }
      }
    } else if (event.origin === location.origin && data.type === 'bank-returned') void finish();
  });
  send({ type: 'ready' });
}
