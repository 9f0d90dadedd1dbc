import type { Plugin } from 'vite';

/**
 * The files of each chunk that several pages share. A name is the beginning of a path, and `{a,b}` stands for either.
 * By default the build makes a file for each set of pages that share something, and a first page requests forty of
 * them. That takes a second and a half on a phone, whatever their size. A file that no list names, and that two pages
 * share, goes by default.
 */
const lists = {
  /** All screens, except what another list names. */
  shared: [
    'packages/contract/src/',
    'portal/src/{lib,ui}/',
    'portal/src/routes/{public/link-layout,auth/use-sign-in-methods}',
    'portal/src/features/{estimates/estimate,stays/stay}-filter',
  ],
  /** Customers' pages only. A reader who signs in, or signs by a link, waits for none of them. */
  signedIn: [
    // Several queries at once: lists, and partners' apps.
    'query-core/build/modern/queriesObserver',
    'react-query/build/modern/useQueries',
    'portal/src/ui/{amount-head,fact-list,loaded}',
    'portal/src/ui/{progress-bar,status-badge,page/back-link,message/{empty-state,read-only-notice}}',
    'portal/src/ui/dialog/{dialog,drawer,question-dialog}',
    'portal/src/ui/form/{day-,file-field,select-field,switch,text-area-field,unsaved-changes}',
    'portal/src/ui/table/row-{actions,list}',
    'portal/src/lib/{countries,calls/api-upload}',
    'portal/src/lib/{formats/{use-length,typed-day},session/recent-sign-in}',
    'portal/src/routes/{record-number,secure/orders/{next-payment,pay-order}}',
    'packages/contract/src/{stored-cards,cards,account-fields,calendar,card-components,payment-pages}.',
    'packages/contract/src/{three-d-secure-1,documents,estimates,invoices,login-address,micro-apps}.',
    'packages/contract/src/{payment-history,receipts,stays,uploads}.',
    // Header and sidebar, and parts that several pages share.
    'portal/src/routes/secure/layout/{sidebar.,unknown-entries}',
    'portal/src/features/agreements/{agreement-{badges,links},agreements.,use-agreements}',
    'portal/src/features/{dashboard/use-summary,documents/{document-badge,documents.,upload-,use-}}',
    'portal/src/features/orders/{payability,totals,use-outstanding}',
    'portal/src/features/payments/use-payment-providers',
    'icons/Icon{BuildingStore,Camera,ChevronLeft,Circle,CircleDashed}.',
    'icons/Icon{ClockHour4,CreditCard,Download,File,FileZip,Flask2,Hourglass,FileUpload,Receipt,Upload,User}.',
  ],
  /** Lists with pages: their rows, filters and columns. The dashboard has none. */
  lists: [
    'portal/src/ui/{filters/,paged-list/,table/{cell-details,empty-list,row-card}}',
    'portal/src/lib/{order-description,lists/{date-bounds,use-date-bounds,search-and-sort}}',
    'packages/contract/src/exports.',
  ],
  /** Choosing unpaid orders: the list of them, and a single one. */
  orders: [
    'portal/src/features/orders/{order-{footer,list.},selection,sign-order-link}',
    'portal/src/ui/{download-button,email-paper}',
  ],
  /** What can be paid, and by which provider: for the header of signed-in customers, and for a payer by link. */
  basket: [
    'portal/src/features/payments/{basket.,drivers/registry,setup-failure,pay-panel/pay-panel.module}',
    'icons/Icon{CalendarDue,CircleX}.',
  ],
  /** Reading and paying an order, signed in or by its link: its lines, the pay panel, the basket. */
  paying: [
    'portal/src/ui/{form/radio-cards,table/{data-table,lines-table,scroll-box}}',
    'portal/src/features/payments/{payment-places,use-quick-pay-providers}',
    'portal/src/features/payments/{pay-panel/pay-panel{.tsx,-layout},checkout/page/{page-attempt,use-page-}}',
    'portal/src/routes/{checkout/use-payment-result,quick-pay/{link-payment-places,quick-pay}}',
    'portal/src/features/orders/{order-lines,order-status-banner,order-view.module}',
    'packages/contract/src/{payments,quick-pay}.',
    'icons/Icon{ArrowBackUp,CircleHalf2,Clock}.',
  ],
  /** The steps of a payment after its order was chosen. */
  checkout: [
    'portal/src/features/payments/{basket-attempt,drivers/card-driver,other-tabs,refresh-after,test-banner}',
    'portal/src/features/payments/checkout/{attempt,bank-,checkout-problem,contact-details,dialogs}',
    'portal/src/features/payments/checkout/{held-notice,nothing-charged,notices,paid-items,report-script,setup-failure-alert}',
    'portal/src/features/payments/checkout/{card/card-payment,wallets/wallet-frame}',
    'portal/src/features/payments/checkout/page/{page-checkout,payment-{summary,window}}',
    'packages/contract/src/charge-refusals.',
    'portal/src/features/payments/result/{payment-{outcome,result},poll-delay,use-payment.}',
  ],
  /** The calls of a checkout. A page that only lists orders does not need them. */
  checkoutCalls: ['packages/contract/src/{account-fields,cards,receipts}.'],
  /** Customers' pages, and agreements by a link. Visitors and payers by a link wait for none of them. */
  account: [
    'portal/src/lib/{account,first-screen/use-sliced-render,lists/use-debounced}.',
    'portal/src/features/agreements/{file-button,use-agreement-words}',
    'icons/Icon{FileTypePdf,Signature}.',
  ],
  /** Reading an agreement, signed in or by its link. A payer by link needs none of them. */
  agreement: [
    'portal/src/features/agreements/{agreement-failure,download-button}',
    'portal/src/ui/{html/foreign-document,page/{focused,steps,tabs}}',
    'packages/contract/src/agreement-{papers,signing}.',
    'icons/IconKeyboard.',
  ],
  /** Choosing a password. */
  passwords: [
    'portal/src/ui/form/new-password-fields',
    'packages/contract/src/{consent,password-policy,passwords,registration}.',
  ],
  /** Typing a password. A payer by link can sign in there. */
  password: ['portal/src/ui/form/password-field', 'icons/Icon{Eye,EyeOff,Key}.'],
  /** Typing an e-mail address. A payer by link doesn't need it. */
  email: ['portal/src/ui/form/email-field', 'portal/src/ui/form/email-typo'],
  /** Draws the office's HTML: on the login page, in agreements, and in errors of cards. A payer by link needs none. */
  html: ['portal/src/ui/html/draw-html'],
} satisfies Record<string, string[]>;

/** Returns the texts for which a list of alternatives in braces stands: `a{b,c}` gives `ab` and `ac`. */
export function unfold(name: string): string[] {
  const inner = /\{([^{}]*)\}/.exec(name);
  if (!inner) return [name];
  const [braces, alternatives = ''] = inner;
  return alternatives.split(',').flatMap((one) => unfold(name.replace(braces, () => one)));
}

type List = keyof typeof lists;

const names = Object.fromEntries(
  Object.entries(lists).map(([list, entries]) => [list, entries.flatMap(unfold)]),
) as Record<List, string[]>;

const isIn = (list: List) => (id: string) => names[list].some((name) => id.includes(name));

/** The packages that all screens share. Only signing needs the one for drawn signatures. */
const packages = /node_modules\/(?!signature_pad\/)|preload-helper/;

const elsewhere = (
  [
    'signedIn',
    'account',
    'lists',
    'orders',
    'basket',
    'paying',
    'agreement',
    'passwords',
    'password',
    'email',
    'html',
  ] as const
).map(isIn);

/**
 * The group that chooses first has the higher priority. A group also takes the imports of its modules, so the group
 * that the others depend on comes first.
 */
export const chunkGroups = [
  {
    name: 'core',
    test: (id: string) => (packages.test(id) || isIn('shared')(id)) && !elsewhere.some((isIt) => isIt(id)),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'html', test: isIn('html'), minShareCount: 2, priority: 2 },
  { name: 'account', test: isIn('account'), minShareCount: 2, priority: 2 },
  { name: 'basket', test: isIn('basket'), minShareCount: 2, priority: 2 },
  { name: 'agreement', test: isIn('agreement'), minShareCount: 2, priority: 1 },
  { name: 'passwords', test: isIn('passwords'), minShareCount: 2, priority: 1 },
  { name: 'password', test: isIn('password'), minShareCount: 2, priority: 2 },
  { name: 'email', test: isIn('email'), minShareCount: 2, priority: 1 },
  { name: 'checkout-calls', test: isIn('checkoutCalls'), minShareCount: 2, priority: 2 },
  { name: 'paying', test: isIn('paying'), minShareCount: 2, priority: 1 },
  { name: 'signed-in', test: isIn('signedIn'), minShareCount: 2 },
  { name: 'lists', test: isIn('lists'), minShareCount: 2 },
  { name: 'orders', test: isIn('orders'), minShareCount: 2 },
  {
    name: 'checkout',
    test: (id: string) => isIn('checkout')(id) && !isIn('paying')(id),
    minShareCount: 2,
  },
];

/** Returns the names of the lists that begin no path of a module. */
export const unknownNames = (ids: readonly string[]): string[] =>
  Object.values(names)
    .flat()
    .filter((name) => !ids.some((id) => id.includes(name)));

/** Ends the build if a list names a file that is no module any more, for example because it has another name now. */
export function knownFiles(): Plugin {
  return {
    name: 'quayside:known-files',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    buildEnd(error) {
      const ids = [...this.getModuleIds()];
      // The tests build pages of their own, with few of the portal's modules.
      if (error || !ids.some((id) => id.endsWith('/apps/portal/src/main.tsx'))) return;
      const unknown = unknownNames(ids);
      if (unknown.length > 0)
        this.error(`build/chunk-groups.ts names files that the portal doesn't load: ${unknown.join(', ')}`);
    },
  };
}
