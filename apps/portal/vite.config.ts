import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightContract } from './build/light-contract.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** The files that screens share, except those that only signing needs. */
const shared =
  /node_modules\/(?!signature_pad\/)|preload-helper|packages\/contract|portal\/src\/(lib|ui|routes\/public\/link-layout|features\/(estimates|stays)\/\w+-filter)/;
const signedIn = new RegExp(
  [
    // Several queries at once: lists, and partners' apps.
    'query-core/build/modern/queriesObserver|react-query/build/modern/useQueries',
    'portal/src/ui/(amount-head|cell-details|paged-list|filters|row-(list|card|actions)|download-button|email-paper-button|empty-state|nothing-listed|(recipient|question)-dialog|(file|day)-field|day-input|fact-list|progress-bar|dialog|drawer|switch|count-badge|status-badge|unsaved-changes|back-link|text-area-field|select-field|loaded|read-only-notice)',
    'portal/src/lib/(length|what-it-is-for|countries|dated-list|download|find|running-number|day-text|api-upload|email(er|-paper)|refused-proof|prove-identity)',
    'packages/contract/src/((stored-)?cards|account-fields|calendar|exports|card-components|payment-pages|three-d-secure-1|documents|estimates|invoices|login-address|micro-apps|payment-history|receipts|stays|uploads)\\.',
    // Header and sidebar, and parts that several pages share.
    'portal/src/routes/secure/sidebar\\.',
    'portal/src/features/agreements/(agreement-(links|status)|agreements\\.|unsigned-badge|use-agreements)',
    'portal/src/features/(dashboard/use-summary|documents/(document-badge|documents\\.|upload-|use-))',
    'portal/src/features/orders/(order-(footer|list\\.)|payability|remembered-selection|selection|sign-order-link|totals|use-outstanding)',
    'portal/src/features/payments/use-payment-providers',
    'icons/Icon(ArrowBackUp|BuildingStore|CalendarDue|Camera|ChevronLeft|Circle(Dashed|Half2|X)?|Clock(Hour4)?|CreditCard|Download|File|FileZip|Flask2|Hourglass|FileUpload|Receipt|Upload|User)\\.',
  ].join('|'),
);

/** The files for reading and paying an order, signed in or by its link: its lines, the pay panel, the basket. */
const paying = new RegExp(
  [
    'portal/src/ui/((lines|data)-table|scroll-box|radio-cards)',
    'portal/src/features/payments/(basket\\.|drivers/registry|page-attempt|pay-panel|payment-places|provider-choice|result-page|use-(page-checkout|quick-pay-providers))',
    'portal/src/routes/(secure/use-payment-result|quick-pay/(places|quick-pay))',
    'portal/src/features/orders/(order-lines|order-status-banner|order-view\\.module)',
    'packages/contract/src/(payments|quick-pay)\\.',
  ].join('|'),
);

/** The files that several steps of a payment share, after its order was chosen. */
const checkout =
  /portal\/src\/features\/payments\/(attempt-actions|bank-|basket-attempt|card-payment|checkout-problem|contact-details|dialogs|drivers\/card-driver|held-notice|nothing-charged|other-tabs|page-(checkout|payment)|payment-(outcome|result|window)|poll-delay|refresh-after|report-script|setup-failure-alert|test-banner|use-(bank-page|payment)\.|wallets\/wallet-frame)/;

/** The files for reading an agreement, signed in or by its link. A payer by link needs none of them. */
const agreement =
  /portal\/src\/(lib\/(arrival|settled|site)\.|features\/agreements\/(agreement-failure|download-button|use-agreement-words)|ui\/(file-button|focused|foreign-document|steps|tabs))|packages\/contract\/src\/agreement-(papers|signing)\.|icons\/Icon(FileTypePdf|Keyboard|Signature)\./;

/** The files for choosing a password. */
const passwords =
  /portal\/src\/ui\/(new-password-fields|password-rules)|packages\/contract\/src\/(consent|password-policy|passwords|registration)\./;

/** The files for typing a password. A payer by link can sign in there. */
const password = /portal\/src\/ui\/password-field|icons\/Icon(Eye(Off)?|Key)\./;

/** The files for typing an e-mail address. A payer by link doesn't need them. */
const email = /portal\/src\/(ui\/email-field|lib\/email-typo)/;

/** Draws the office's HTML: on the login page, in agreements, and in errors of cards. A payer by link needs none. */
const html = /portal\/src\/ui\/draw-html/;

const elsewhere = [signedIn, paying, agreement, passwords, password, email, html];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), lightContract()],
  server: {
    port: Number(process.env.PORTAL_PORT ?? '5173'),
    // The tenant is found by host, so the server must see the browser's host.
    proxy: { '/harbour': { target: server, changeOrigin: false }, '/brand': { target: server, changeOrigin: false } },
  },
  // React has what this package brings to older versions of React.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // The server's program brings its packages along, so that they are compiled once and for production.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: isSsrBuild ? 'node20' : 'baseline-widely-available',
    // The server reads it to preload a route's chunks.
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              // Shared modules go into one file. By default the build makes a file for each shared part, and a first
              // page requests forty of them. That takes a second and a half on a phone, whatever their size.
              groups: [
                {
                  name: 'core',
                  test: (id) => shared.test(id) && !elsewhere.some((group) => group.test(id)),
                  minShareCount: 2,
                  // A group also takes the imports of its modules, so the group that the others depend on chooses
                  // first.
                  priority: 2,
                },
                { name: 'agreement', test: agreement, minShareCount: 2, priority: 1 },
                { name: 'passwords', test: passwords, minShareCount: 2, priority: 1 },
                { name: 'password', test: password, minShareCount: 2, priority: 2 },
                { name: 'email', test: email, minShareCount: 2, priority: 1 },
                // The calls of a checkout, which nobody makes who only reads what is due.
                {
                  name: 'checkout-calls',
                  test: /packages\/contract\/src\/(account-fields|cards|receipts)\./,
                  minShareCount: 2,
                  priority: 2,
                },
                { name: 'paying', test: paying, minShareCount: 2, priority: 1 },
                // The files that only customers' pages share. A reader who signs in, or signs by a link, waits for none
                // of them.
                { name: 'signed-in', test: signedIn, minShareCount: 2 },
                { name: 'checkout', test: (id) => checkout.test(id) && !paying.test(id), minShareCount: 2 },
              ],
            },
          },
    },
  },
}));
