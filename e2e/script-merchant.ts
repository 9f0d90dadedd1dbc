import type { Page } from '@playwright/test';
import { registerMerchant } from '../apps/server/src/testing/payments/card-payments.ts';

const profiles = '/customervault/v1/profiles';

/**
 * Makes a merchant of the sandbox's card provider with a customer who has a stored card, and a bare page for its
 * script.
 */
export async function createMerchant(page: Page, sandboxUrl: string) {
  const { settings } = await registerMerchant(sandboxUrl);
  const basic = (key: unknown, secret: unknown) => Buffer.from(`${String(key)}:${String(secret)}`).toString('base64');
  const ask = async (path: string, body: object) => {
    const authorization = `Basic ${basic(settings['serverKey'], settings['serverSecret'])}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(sandboxUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as {
      id: string;
      singleUseCustomerToken: string;
      cards: { paymentToken: string }[];
    };
  };
  const card = { cardNum: '4000000000001000', cardExpiry: { month: 12, year: 2039 } };
  const profile = await ask(profiles, { merchantCustomerId: 'jo', locale: 'en_GB', card });
  const selectors = ['cardNumber', 'expiryDate', 'cvv'] as const;
  const fields = Object.fromEntries(selectors.map((name) => [name, { selector: `#${name}` }])) as Record<
    (typeof selectors)[number],
    { selector: string }
  >;
  return {
    /** The arguments of `setup`. */
    options: [basic(settings['tokenKey'], settings['tokenSecret']), { environment: 'TEST', fields }] as const,
    permanentToken: profile.cards[0]?.paymentToken ?? '',
    customerTokens: async () => {
      const { singleUseCustomerToken, cards } = await ask(`${profiles}/${profile.id}/singleusecustomertokens`, {});
      return { singleUseCustomerToken, paymentToken: cards[0]?.paymentToken ?? '' };
    },
    /** Opens the page. @param below the path of the script */
    open: async (below: '' | '/newer') => {
      await page.goto(`${sandboxUrl}/`);
      await page.evaluate((ids) => {
        document.body.innerHTML = ids.map((id) => `<div id="${id}" style="height: 44px"></div>`).join('');
      }, selectors);
      await page.addScriptTag({ url: `${sandboxUrl}${below}/js/v1/latest/paysafe.min.js` });
    },
  };
}
