/** A window inside the framed app. It says what the app may say, but is not the app. */
addEventListener('message', ({ data, source }: MessageEvent<{ portal: string; own: number; foreign: number }>) => {
  if (source !== parent || window.top === null) return;
  const { portal, own, foreign } = data;
  const messages = [
    { type: 'microAppLoaded' },
    { type: 'redirectToPayment', orderId: own },
    { type: 'redirectToPayment', orderId: foreign },
    { type: 'microAppLoaded', app: 'tides-and-weather' },
  ];
  for (const message of messages) window.top.postMessage(message, portal);
  parent.postMessage({ sent: messages.length }, '*');
});

export {};
