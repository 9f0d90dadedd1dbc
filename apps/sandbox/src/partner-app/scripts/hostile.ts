/** Sends the portal messages that it must ignore: 18 from this window, 4 from each of three others. */
const { searchParams } = new URL(location.href);
const portal = new URL(searchParams.get('parentUrl') ?? location.href).origin;
const own = Number(searchParams.get('order') ?? 1);
const foreign = Number(searchParams.get('foreignOrder') ?? 2);
const expected = 30;

const wrong: readonly unknown[] = [
  null,
  'microAppLoaded',
  42,
  ['microAppLoaded'],
  {},
  { type: 'MicroAppLoaded' },
  { type: ['microAppLoaded'] },
  { type: { microAppLoaded: true } },
  '{"type":"microAppLoaded"}',
  { name: 'microAppLoaded' },
  { type: 'languageChanged', language: 'fr-FR' },
  { type: 'redirectToPayment' },
  { type: 'redirectToPayment', orderId: `${own} ` },
  { type: 'redirectToPayment', orderId: -own },
  { type: 'redirectToPayment', orderId: own + 0.5 },
  { type: 'redirectToPayment', orderId: Number.NaN },
  { type: 'redirectToPayment', orderId: [own] },
  { type: 'redirectToPayment', orderId: foreign },
];

let sent = 0;

/** Shows the number of messages that were sent. */
function count(more: number): void {
  sent += more;
  const text = sent === expected ? `${sent} hostile messages sent` : `${sent} so far`;
  (document.querySelector('#count') as HTMLElement).textContent = text;
}

addEventListener('message', ({ data }: MessageEvent<{ sent?: number }>) => count(data.sent ?? 0));
for (const message of wrong) parent.postMessage(message, portal);
count(wrong.length);

const frames = document.querySelector<HTMLTemplateElement>('#frames')?.content.cloneNode(true) as DocumentFragment;
for (const frame of frames.querySelectorAll('iframe')) {
  frame.addEventListener('load', () => frame.contentWindow?.postMessage({ portal, own, foreign }, '*'));
}
document.body.append(frames);

export {};
