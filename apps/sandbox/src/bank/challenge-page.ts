import { html, type Markup } from '../http/html.ts';
import type { Language } from '../http/language.ts';
import { money } from '../http/money.ts';
import type { BankChallenge } from '../cards/bank-challenge.ts';
import { type BankTexts, bankTexts } from './bank-texts.ts';

const brands: Readonly<Record<string, string>> = { VI: 'Visa', MC: 'Mastercard', AM: 'American Express' };

export interface ChallengeForm {
  readonly language: Language;
  readonly challenge: BankChallenge;
  /** The target of the answer, and the fields that are sent along unchanged. */
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly isCodeMissing: boolean;
}

/** Returns the page on which the bank asks for its code. */
export function challengePage({ language, challenge, action, hidden, isCodeMissing }: ChallengeForm): Markup {
  const texts = bankTexts[language];
  const { merchantName, amount, currency, cardType, lastDigits } = challenge;
  const brand = brands[cardType] ?? texts.card;
  return html`${banner(texts)}
<main>
<p class="bank"><span class="lamp" aria-hidden="true"></span>${texts.bank}<span class="brand">${brand}</span></p>
<h1>${texts.title}</h1>
<dl>
<div><dt>${texts.merchant}</dt><dd>${merchantName}</dd></div>
<div><dt>${texts.amount}</dt><dd class="amount">${money(amount, currency, language)}</dd></div>
<div><dt>${texts.card}</dt><dd><span aria-hidden="true">•••• ${lastDigits}</span><span class="spoken">${brand}
${texts.cardEnding(lastDigits)}</span></dd></div>
</dl>
<p>${texts.intro}</p>
<form method="post" action="${action}" novalidate>
${hiddenInputs(hidden)}
<label for="code">${texts.code}</label>
<p class="hint" id="code-hint">${texts.codeHint}</p>
${isCodeMissing ? html`<p class="error" id="code-error">${texts.codeMissing}</p>` : undefined}
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10"
 aria-describedby="code-hint${isCodeMissing ? ' code-error' : ''}"
 ${isCodeMissing ? html`aria-invalid="true"` : undefined}>
<div class="actions">
<button class="primary" name="answer" value="confirm">${texts.confirm}</button>
<button name="answer" value="cancel">${texts.cancel}</button>
</div>
</form>
</main>`;
}

export interface ReturnForm {
  readonly language: Language;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns a form that posts itself back to the provider, or by its button if there are no scripts. */
export function returnPage({ language, action, fields }: ReturnForm): Markup {
  const texts = bankTexts[language];
  return html`${banner(texts)}
<main>
<h1>${texts.returning}</h1>
<form method="post" action="${action}" id="return">
${hiddenInputs(fields)}
<div class="actions"><button class="primary">${texts.goOn}</button></div>
</form>
</main>`;
}

const hiddenInputs = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

export function unknownPage(language: Language): Markup {
  const texts = bankTexts[language];
  return html`${banner(texts)}<main><h1>${texts.bank}</h1><p class="error">${texts.unknown}</p></main>`;
}

function banner(texts: BankTexts): Markup {
  return html`<p class="banner">${texts.banner}</p>`;
}
