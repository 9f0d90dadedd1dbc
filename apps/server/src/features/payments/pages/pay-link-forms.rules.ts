import type { ExpressPage } from '@quayside/contract/payments/payment-pages.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { z } from 'zod';
import type { PageForm } from '../../../http/route.ts';

/** The forms of a pay link's page for payers without scripts. `plain-form.tsx` of the portal draws them. */

type Fields = Record<string, string>;

interface PayLinkPage {
  orderGuid: string;
  /** The site that the payer came from. */
  referrer?: string | undefined;
  /** The reference of the payment whose result the page tells. */
  attempt?: string | undefined;
  /** The key of the provider whose form the page shows. */
  provider?: string | undefined;
  /** The code of a failure. */
  problem?: string | undefined;
  /** An express provider's names of its order and of the payer who has agreed to it. */
  token?: string | undefined;
  PayerID?: string | undefined;
}

/** Returns the address of a pay link's page, from the root. */
export function payLinkPage({ orderGuid, ...query }: PayLinkPage): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = new URLSearchParams(parameters).toString();
  return `/quick-pay/${encodeURIComponent(orderGuid)}${search && `?${search}`}`;
}

const linkIn = ({ orderGuid = '', referrer }: Fields) => ({ orderGuid, referrer });

const orderPage: PageForm['page'] = ({ fields }) => payLinkPage(linkIn(fields));

/** Leads to the order's page, which tells how far the payment is. */
const attemptPage: PageForm['done'] = ({ fields }, answer) =>
  payLinkPage({ ...linkIn(fields), attempt: (answer as ProcessedPayment).merchantRefNumber });

/** Reads what every start of a payment sends. */
const readStart = ({ accountGuid, providerKey }: Fields) => ({ accountGuid, providerKey });

/** Starts a payment on a provider's page. A failure leads back to the form, whose provider needs details. */
export const startPageForm: PageForm = {
  page: ({ fields }) => payLinkPage({ ...linkIn(fields), provider: fields.providerKey }),
  done: attemptPage,
  read: (fields) => ({
    ...readStart(fields),
    orderIds: [Number(fields.orderId)],
    amount: Number(fields.amount),
    account: detailsIn(fields),
    payLink: { ...linkIn(fields), isPlain: true },
  }),
  keeps: isDetail,
};

const detailPrefix = 'account.';

/** Tells if a field holds a detail that the provider needs. Such fields are called `account.email` and so on. */
function isDetail(name: string): boolean {
  return name.startsWith(detailPrefix);
}

function detailsIn(fields: Fields): Fields {
  const details = Object.entries(fields).filter(([name]) => isDetail(name));
  return Object.fromEntries(details.map(([name, value]) => [name.slice(detailPrefix.length), value]));
}

/** The most characters of an address that `startQuickPayExpressPayment` takes. */
const longestAddress = 2_000;

/** Starts a payment by an express provider, which sends its payers back to the order's page. */
export const startExpressForm: PageForm = {
  page: orderPage,
  done: (sent, answer) => attemptPage(sent, (answer as z.output<typeof ExpressPage>).payment),
  read: (fields, origin) => {
    const link = linkIn(fields);
    const back = new URL(payLinkPage(link), origin);
    // A provider takes no longer address, and the way back to the order matters more than to another site.
    const { href } =
      back.href.length > longestAddress ? new URL(payLinkPage({ ...link, referrer: undefined }), origin) : back;
    const { orderGuid } = fields;
    return { ...readStart(fields), orderGuid, amountToPay: Number(fields.amount), returnUrl: href, cancelUrl: href };
  },
};

/** Takes the money of a payer who has agreed at an express provider. After a failure they can try again. */
export const confirmExpressForm: PageForm = {
  page: ({ fields }) => payLinkPage({ ...linkIn(fields), token: fields.token, PayerID: fields.PayerID }),
  done: attemptPage,
  read: ({ token, PayerID }) => ({ token, PayerID }),
};

/** Gives a payment up. If it can't be given up now, the page says so. */
export const cancelForm: PageForm = {
  page: ({ fields, params }) => payLinkPage({ ...linkIn(fields), attempt: params.ref }),
  done: ({ fields }, answer) => {
    const { merchantRefNumber: attempt, progress } = answer as ProcessedPayment;
    return payLinkPage({ ...linkIn(fields), attempt, problem: progress === 'over' ? undefined : 'PAYMENT_STATE' });
  },
  read: () => ({}),
};
