import { type HostedBrand, hostedPage, otherOutcomes, signInForm } from '../hosted/hosted-page.ts';
import { html } from '../http/html.ts';
import type { Language } from '../http/language.ts';
import type { Page } from '../http/page.ts';
import type { Order } from './orders.ts';
import { paypalTexts } from './texts.ts';

interface Shown {
  readonly language: Language;
  readonly order: Order;
  /** The name of the merchant who is paid. */
  readonly payee: string;
}

/** Returns the order's amount, written as in the language. */
function amountOf({ order, language }: Pick<Shown, 'order' | 'language'>): string {
  const { currency_code: currency = 'GBP', value = '0' } = order.request.purchase_units[0]?.amount ?? {};
  const format = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { style: 'currency', currency });
  return format.format(value as Intl.StringNumericLiteral);
}

/** Returns the page on which the payer signs in. It posts to its own address. */
export function signInPage(shown: Shown, failed?: { email: string }): Page {
  const texts = paypalTexts[shown.language];
  return hostedPage(brand(shown.language), { language: shown.language, title: texts.signInTitle }, [
    html`<h1>${texts.signInTitle}</h1>
<p>${texts.signInFor(shown.payee, amountOf(shown))}</p>`,
    signInForm(texts, failed?.email ?? 'jo.sailor@example.com', failed && texts.wrong),
  ]);
}

/** Returns the page on which the payer, signed in, agrees. */
export function approvePage(shown: Shown): Page {
  const texts = paypalTexts[shown.language];
  const { payer, request } = shown.order;
  const amount = amountOf(shown);
  const paysNow = request.payment_source?.paypal.experience_context.user_action === 'PAY_NOW';
  const title = texts.hello(payer?.givenName ?? '');
  return hostedPage(brand(shown.language), { language: shown.language, title }, [
    html`<h1>${title}</h1>
<dl>
<div><dt>${texts.payee}</dt><dd>${shown.payee}</dd></div>
<div><dt>${texts.amount}</dt><dd class="amount">${amount}</dd></div>
<div><dt>${texts.purpose}</dt><dd>${request.purchase_units[0]?.description ?? ''}</dd></div>
<div><dt>${texts.payWith}</dt><dd>${texts.balance}</dd></div>
</dl>
<form method="post">
<div class="actions">
<button class="primary" name="answer" value="pay">${paysNow ? texts.pay(amount) : texts.goOn}</button>
<button name="answer" value="cancel">${texts.cancel}</button>
</div>
</form>`,
    otherOutcomes(texts),
  ]);
}

/** Returns the page for a payer who has agreed already. @param isStuck true if no redirect brings them back */
export function overPage({ language, order, payee }: Shown, isStuck = false): Page {
  const texts = paypalTexts[language];
  const back = order.request.payment_source?.paypal.experience_context.cancel_url;
  return hostedPage(brand(language), { language, title: texts.overTitle }, [
    html`<h1>${texts.overTitle}</h1><p>${isStuck ? texts.stayed : texts.over}</p>
${isStuck || back === undefined ? undefined : html`<p><a href="${back}">${texts.back(payee)}</a></p>`}`,
  ]);
}

export function unknownPage(language: Language): Page {
  const { unknownTitle, unknown } = paypalTexts[language];
  return hostedPage(brand(language), { language, title: unknownTitle }, [
    html`<h1>${unknownTitle}</h1><p>${unknown}</p>`,
  ]);
}

/** Returns the page at the provider's own address. */
export function indexPage(): Page {
  return {
    language: 'en',
    title: 'PayPal of the sandbox',
    styles: ['/index-page.css'],
    body: html`<main><h1>The sandbox’s PayPal</h1>
<p>It stands for PayPal, so that everything runs on this machine. Choose it in the portal, and you are sent here. Sign
in as jo.sailor@example.com with the password “sandbox”. No money moves.</p></main>`,
  };
}

const brand = (language: Language): HostedBrand => ({
  name: 'PayPal',
  banner: paypalTexts[language].banner,
  styles: ['/payment.css', '/paypal.css'],
});
