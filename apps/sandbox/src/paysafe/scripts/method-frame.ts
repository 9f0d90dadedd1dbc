// Runs in the provider's hidden frame: lets the bank fingerprint the browser (the 3DS Method), and tells the page
// when it is done.
import { encodeMessage, postToBank, readClaims } from '../../cards/scripts/bank-form.ts';
import type { BankReturn, FromMethodFrame, ToMethodFrame } from '../../cards/scripts/challenge-messages.ts';
import { framingOrigin } from '../../cards/scripts/framing-origin.ts';

const pageOrigin = framingOrigin();
if (pageOrigin !== undefined) run(pageOrigin);

function run(origin: string): void {
  const send = (message: FromMethodFrame) => parent.postMessage(message, origin);
  addEventListener('message', (event: MessageEvent<ToMethodFrame | BankReturn>) => {
    const { data } = event;
    if (event.source === parent && event.origin === origin && data.type === 'begin') {
      const {
        deviceFingerprintingId = '',
        threeDSMethodURL = '',
        threeDSMethodNotificationURL = '',
      } = readClaims(data.jwt);
      const message = { threeDSServerTransID: deviceFingerprintingId, threeDSMethodNotificationURL };
      postToBank(threeDSMethodURL, 'bank', { threeDSMethodData: encodeMessage(message) });
    } else if (event.origin === location.origin && data.type === 'bank-returned') send({ type: 'done' });
  });
  send({ type: 'ready' });
}
