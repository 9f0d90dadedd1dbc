import { html } from '../http/html.ts';
import type { Language } from '../http/language.ts';
import type { Page } from '../http/page.ts';
import { sheetTexts } from './sheet-texts.ts';
import { type WalletCard, walletCards } from './wallet-cards.ts';

export type WalletName = 'google-pay' | 'apple-pay';

/** Returns a wallet's sheet. Its script fills in the amount, and shows only the cards that the page accepts. */
export function sheetPage(wallet: WalletName, language: Language, appleGateway: string): Page {
  const texts = sheetTexts[language];
  const cards = walletCards.filter(({ isOnDevice }) => wallet === 'google-pay' || isOnDevice);
  return {
    language,
    title: texts.titles[wallet],
    styles: ['/modules/sheet.css'],
    scripts: [`/modules/${wallet}-sheet.ts`],
    body: html`<p class="banner">${texts.banner}</p>
<main data-gateway="${appleGateway}" data-paid="${texts.paid}" data-not-paid="${texts.notPaid}">
<h1>${texts.titles[wallet]}</h1>
<p><span id="merchant"></span> <strong id="amount"></strong></p>
<form>
<fieldset><legend>${texts.cards}</legend>
${cards.map((card) => choice(card, texts.hints[card.hint]))}
</fieldset>
<button id="pay" disabled>${texts.pay}</button>
<button id="cancel" type="button">${texts.cancel}</button>
</form>
<p id="outcome" role="status"></p>
</main>`,
  };
}

const choice = ({ id, name, number, network, isOnDevice }: WalletCard, hint: string) =>
  html`<label data-network="${network}" data-method="${isOnDevice ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY'}"><input type="radio"
  name="card" value="${id}"><span>${name} •••• ${number.slice(-4)}<small>${hint}</small></span></label>`;

/** Returns the page at the wallets' own address. */
export function indexPage(): Page {
  return {
    language: 'en',
    title: 'Wallets',
    styles: ['/index.css'],
    body: html`<main><h1>The sandbox’s wallets</h1><p>Google Pay and Apple Pay, as a page of a marina meets them. Their
buttons are beside what a customer has to pay.</p></main>`,
  };
}
