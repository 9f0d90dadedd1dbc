import { openDialog } from '../../cards/scripts/challenge-dialog.ts';
import type { ChallengeEnd, FromChallengeFrame, ToChallengeFrame } from '../../cards/scripts/challenge-messages.ts';
import { challengeTexts } from '../../cards/scripts/challenge-texts.ts';
import { providerOrigin } from '../../cards/scripts/provider-origin.ts';
import { fail, ScriptFailure } from '../../cards/scripts/script-error.ts';
import { withResolvers } from '../../cards/scripts/with-resolvers.ts';

/**
 * Shows a challenge in a frame of the provider until it ends, in a dialog or inside the element of
 * `inlineSelector`.
 */
export async function openChallenge(
  apiKey: string,
  sdkChallengePayload: string,
  inlineSelector?: string,
): Promise<ChallengeEnd> {
  const frame = createFrame();
  const send = (message: ToChallengeFrame) => frame.contentWindow?.postMessage(message, providerOrigin);
  const { promise, resolve, reject } = withResolvers<ChallengeEnd>();
  let isReady = false;
  const listen = (event: MessageEvent<FromChallengeFrame>) => {
    if (event.source !== frame.contentWindow || event.origin !== providerOrigin) return;
    if (event.data.type === 'ready') {
      isReady = true;
      send({ type: 'begin', apiKey, sdkChallengePayload });
    }
    if (event.data.type === 'done') resolve(event.data.end);
    if (event.data.type === 'failed') reject(new ScriptFailure(event.data.error));
  };
  addEventListener('message', listen);
  const close = place(frame, inlineSelector, () => {
    // A frame that never loaded can't end the challenge, but the customer must be able to leave.
    if (isReady) send({ type: 'cancel' });
    else reject(fail('connection', 'The confirmation page does not answer.'));
  });
  try {
    return await promise;
  } finally {
    removeEventListener('message', listen);
    close();
  }
}

function createFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const address = new URL('/threedsecure/frames/challenge', providerOrigin);
  address.searchParams.set('origin', location.origin);
  frame.src = address.href;
  frame.title = challengeTexts().frame;
  return frame;
}

function place(frame: HTMLIFrameElement, inlineSelector: string | undefined, onCancel: () => void): () => void {
  if (inlineSelector === undefined) return openDialog(frame, onCancel);
  const container = document.querySelector(inlineSelector);
  if (container === null) throw fail('badArgument', 'No element matches the inlineSelector.');
  Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', minHeight: '400px', border: '0' });
  container.replaceChildren(frame);
  return () => frame.remove();
}
