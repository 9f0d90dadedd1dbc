import { challengeTexts } from './challenge-texts.ts';

const styles = `
dialog {
  box-sizing: border-box;
  inline-size: min(36rem, 100vw - 2rem);
  block-size: min(44rem, 100dvh - 2rem);
  max-inline-size: none;
  max-block-size: none;
  padding: 0;
  border: 0;
  border-radius: 12px;
  overflow: hidden;
  background: #fff;
  color: #0b2239;
  color-scheme: light;
  font: 16px/1.4 system-ui, sans-serif;
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(11 34 57 / 60%); }
header {
  display: flex;
  flex: none;
  align-items: center;
  gap: 16px;
  padding: 8px 8px 8px 20px;
  border-block-end: 1px solid rgb(11 34 57 / 12%);
}
h2 { flex: 1; margin: 0; font-size: 16px; font-weight: 600; }
button {
  min-block-size: 44px;
  padding: 0 16px;
  border: 0;
  border-radius: 8px;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  text-decoration: underline;
  cursor: pointer;
}
button:disabled { opacity: 0.6; cursor: progress; }
button:focus-visible { outline: 3px solid #2f6fb0; outline-offset: -3px; }
iframe { flex: 1; inline-size: 100%; border: 0; background: #fff; }
@media (max-width: 30rem) {
  dialog { inline-size: 100vw; block-size: 100dvh; border-radius: 0; }
}
`;

/**
 * Shows `frame` in a modal dialog over the page. The browser keeps the focus inside, and returns it afterwards.
 * Cancel and Escape call `onCancel`; the dialog stays until the returned function closes it. Styles are set through
 * the object model, which works under a policy without inline styles.
 */
export function openDialog(frame: HTMLIFrameElement, onCancel: () => void): () => void {
  const texts = challengeTexts();
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];

  const title = document.createElement('h2');
  title.id = 'title';
  title.textContent = texts.title;
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.textContent = texts.cancel;
  const header = document.createElement('header');
  header.append(title, cancel);
  // The focus goes to the bank's page, not to the button that cancels.
  frame.setAttribute('autofocus', '');
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.append(header, frame);
  root.append(dialog);

  const giveUp = () => {
    cancel.disabled = true;
    onCancel();
  };
  cancel.addEventListener('click', giveUp);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    giveUp();
  });

  document.body.append(host);
  dialog.showModal();
  return () => {
    dialog.close();
    host.remove();
  };
}
