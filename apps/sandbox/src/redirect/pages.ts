import { type HostedBrand, hostedPage, otherOutcomes } from '../hosted/hosted-page.ts';
import { html } from '../http/html.ts';
import type { Language } from '../http/language.ts';
import { money } from '../http/money.ts';
import type { Page } from '../http/page.ts';
import type { RedirectPayment } from './payments.ts';
import { redirectTexts } from './texts.ts';

interface Shown {
  readonly language: Language;
  readonly payment: RedirectPayment;
  /** The name of the merchant who is paid. */
  readonly payee: string;
}

/** Returns the page on which a customer pays. It posts to its own address. */
export function payPage({ language, payment, payee }: Shown): Page {
  const texts = redirectTexts[language];
  const { amount, currency, description, reference } = payment.request;
  const shown = money(amount, currency, language);
  return hostedPage(brand(language), { language, title: texts.title }, [
    html`<h1>${texts.title}</h1>
${payment.status === 'failed' ? html`<p class="error" role="alert">${texts.failed}</p>` : undefined}
<dl>
<div><dt>${texts.payee}</dt><dd>${payee}</dd></div>
<div><dt>${texts.amount}</dt><dd class="amount">${shown}</dd></div>
<div><dt>${texts.purpose}</dt><dd>${description}</dd></div>
<div><dt>${texts.reference}</dt><dd class="reference">${reference}</dd></div>
<div><dt>${texts.account}</dt><dd>${texts.accountHint}</dd></div>
</dl>
<form method="post">
<div class="actions">
<button class="primary" name="answer" value="pay">${texts.pay(shown)}</button>
<button name="answer" value="cancel">${texts.cancel}</button>
</div>
</form>`,
    otherOutcomes(texts),
  ]);
}

/** Returns the page of a payment that has ended. @param isStuck true if no redirect brings the customer back */
export function overPage({ language, payment, payee }: Shown, isStuck = false): Page {
  const texts = redirectTexts[language];
  const { status, request } = payment;
  const says = isStuck ? texts.paidHere : texts.over[status === 'created' ? 'expired' : status];
  return hostedPage(brand(language), { language, title: texts.overTitle }, [
    html`<h1>${texts.overTitle}</h1><p>${says}</p>
${isStuck ? undefined : html`<p><a href="${request.returnUrl}">${texts.back(payee)}</a></p>`}`,
  ]);
}

export function unknownPage(language: Language): Page {
  const { unknownTitle, unknown } = redirectTexts[language];
  return hostedPage(brand(language), { language, title: unknownTitle }, [
    html`<h1>${unknownTitle}</h1><p>${unknown}</p>`,
  ]);
}

/** Returns the page at the provider's own address. */
export function indexPage(): Page {
  return {
    language: 'en',
    title: 'Redirect provider of the sandbox',
    styles: ['/index-page.css'],
    body: html`<main><h1>The sandbox’s redirect provider</h1>
<p>It stands for a provider on whose own page customers pay, such as by bank transfer. Choose it in the portal, and you
are sent here. No money moves.</p></main>`,
  };
}

function brand(language: Language): HostedBrand {
  const { brand: name, banner } = redirectTexts[language];
  return { name, banner, styles: ['/payment.css', '/redirect.css'] };
}
