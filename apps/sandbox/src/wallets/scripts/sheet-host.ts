import type { FromSheet, ToSheet } from './sheet-messages.ts';

const origin = new URL(import.meta.url).origin;

const styles = `
dialog {
  box-sizing: border-box;
  inline-size: min(26rem, 100vw);
  block-size: min(40rem, 100dvh);
  max-inline-size: none;
  max-block-size: none;
  margin: auto auto 0;
  padding: 0;
  border: 0;
  border-radius: 16px 16px 0 0;
  overflow: hidden;
  background: #fff;
}
dialog::backdrop { background: rgb(0 0 0 / 55%); }
iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
`;

export interface Sheet {
  readonly send: (message: ToSheet) => void;
  readonly close: () => void;
}

/**
 * Opens a wallet's sheet over the page, in a frame of this origin. The page sees only the messages of the sheet.
 * Escape cancels, as the Cancel button does.
 */
export function openSheet(path: string, title: string, hear: (message: FromSheet, sheet: Sheet) => void): Sheet {
  const frame = document.createElement('iframe');
  frame.src = `${origin}${path}?origin=${encodeURIComponent(location.origin)}`;
  frame.title = title;
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', title);
  dialog.append(frame);
  root.append(dialog);

  const listen = (event: MessageEvent<FromSheet>) => {
    if (event.source === frame.contentWindow && event.origin === origin) hear(event.data, opened);
  };
  const opened: Sheet = {
    send: (message) => frame.contentWindow?.postMessage(message, origin),
    close: () => {
      removeEventListener('message', listen);
      dialog.close();
      host.remove();
    },
  };
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    opened.send({ type: 'cancel' });
  });
  addEventListener('message', listen);
  document.body.append(host);
  dialog.showModal();
  return opened;
}
