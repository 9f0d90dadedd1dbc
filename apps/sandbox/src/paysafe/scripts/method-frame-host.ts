import type { FromMethodFrame, ToMethodFrame } from '../../cards/scripts/challenge-messages.ts';
import { providerOrigin } from '../../cards/scripts/provider-origin.ts';
import { post } from './script-api.ts';
import { withResolvers } from '../../cards/scripts/with-resolvers.ts';

/** The time in which the bank may fingerprint the browser. After it, the authentication goes on without. */
const patienceMs = 10_000;

/**
 * Opens a 3-D Secure session, and lets the bank fingerprint the browser in a hidden frame. Returns the
 * fingerprinting id.
 */
export async function openSession(
  apiKey: string,
  accountId: string | number,
  card: { cardBin: string } | { paymentToken: string },
): Promise<string> {
  const body = { accountId, card, sdk: { version: '1.0.0', type: 'JS' } };
  const { jwt, deviceFingerprintingId } = await post('/threedsecure/v2/jwt', apiKey, body, 'merchant');
  await showToBank(String(jwt));
  return String(deviceFingerprintingId);
}

async function showToBank(jwt: string): Promise<void> {
  const frame = createFrame();
  const { promise, resolve } = withResolvers<void>();
  const listen = (event: MessageEvent<FromMethodFrame>) => {
    if (event.source !== frame.contentWindow || event.origin !== providerOrigin) return;
    const begin: ToMethodFrame = { type: 'begin', jwt };
    if (event.data.type === 'ready') frame.contentWindow?.postMessage(begin, providerOrigin);
    else resolve();
  };
  addEventListener('message', listen);
  const timer = setTimeout(resolve, patienceMs);
  document.body.append(frame);
  await promise;
  clearTimeout(timer);
  removeEventListener('message', listen);
  frame.remove();
}

function createFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const address = new URL('/threedsecure/frames/method', providerOrigin);
  address.searchParams.set('origin', location.origin);
  frame.src = address.href;
  frame.title = '3-D Secure';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  Object.assign(frame.style, { position: 'absolute', width: '0', height: '0', border: '0', visibility: 'hidden' });
  return frame;
}
