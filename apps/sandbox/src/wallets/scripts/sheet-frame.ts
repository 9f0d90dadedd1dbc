import type { FromSheet, ToSheet } from './sheet-messages.ts';

/**
 * The sheet's side: the things it shows and reports. Its address names the page that frames it; no other page is
 * heard.
 */
const framedBy = new URLSearchParams(location.search).get('origin') ?? '';

export const framingHost = framedBy === '' ? '' : new URL(framedBy).hostname;

export const tell = (message: FromSheet) => parent.postMessage(message, framedBy);

export function hear(listener: (message: ToSheet) => void): void {
  addEventListener('message', (event: MessageEvent<ToSheet>) => {
    if (event.source === parent && event.origin === framedBy) listener(event.data);
  });
}

function element<Type extends Element>(selector: string): Type {
  const found = document.querySelector<Type>(selector);
  if (found === null) throw new Error(`The sheet has no ${selector}.`);
  return found;
}

export const main = () => element<HTMLElement>('main');

/** Shows the merchant and the amount. */
export function showTotal(merchant: string, amount: string, currency: string): void {
  element('#merchant').textContent = merchant;
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency });
  element('#amount').textContent = format.format(amount as Intl.StringNumericLiteral);
}

/** Shows only the cards that the page accepts, and selects the first. */
export function offerCards(isTaken: (card: { network: string; method: string }) => boolean): void {
  const labels = [...document.querySelectorAll<HTMLLabelElement>('label')];
  for (const label of labels) {
    const { network = '', method = '' } = label.dataset;
    label.hidden = !isTaken({ network, method });
  }
  const first = labels.find(({ hidden }) => !hidden)?.querySelector('input');
  if (first) first.checked = true;
}

export const setPayEnabled = (isAllowed: boolean) => {
  element<HTMLButtonElement>('#pay').disabled = !isAllowed;
};

export const showOutcome = (text: string) => {
  element('#outcome').textContent = text;
};

/** Reports the chosen card when Pay is pressed, or that the customer cancels. */
export function follow({ onPay, onCancel }: { onPay: (cardId: string) => void; onCancel: () => void }): void {
  element<HTMLFormElement>('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = document.querySelector<HTMLInputElement>('input[name=card]:checked');
    setPayEnabled(false);
    if (chosen) onPay(chosen.value);
  });
  element('#cancel').addEventListener('click', onCancel);
}

/** Calls the wallet's own server. Throws if it answers with an error. */
export async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
