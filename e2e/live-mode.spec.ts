import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { merchantCertificates } from '../apps/sandbox/src/testing/merchant-certificates.ts';
import { withWallets } from '../apps/server/src/testing/payments/wallet-payments.ts';
import { openOrders, expect, test } from './unpaid-orders.ts';

// Live settings require https. The sandbox has none and refuses live keys, which shows that live mode was
// requested.
test.use({ ignoreHTTPSErrors: true });

/** Serves the sandbox's scripts and frames at an https address. */
async function behindTls(origin: string): Promise<{ url: string; server: Server }> {
  const server = createServer(await merchantCertificates('127.0.0.1'), (request, response) => {
    void fetch(origin + request.url, { headers: { accept: request.headers.accept ?? '*/*' } }).then((answer) => {
      const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, headers);
      Readable.from(answer.body ?? []).pipe(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('[CARD-10] with real money the card provider’s script is asked for LIVE', async ({ page, debtor, sandboxUrl }) => {
  const { url: live, server } = await behindTls(sandboxUrl);
  const provider = { inTestMode: false, apiBaseUrl: live, scriptBaseUrl: live };
  const { url } = await debtor([{}], { provider });
  await openOrders(page, url);
  const reported = page.waitForRequest((request) => request.url().endsWith('/client-errors'));
  await page.getByRole('button', { name: 'Checkout' }).click();
  expect((await reported).postDataJSON()).toMatchObject({
    message: 'paysafe: 9013: The apiKey is not known in the LIVE environment.',
  });
  server.close();
});

test('[CARD-7] with real money Google Pay is asked for PRODUCTION, and as the marina’s own merchant', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}]);
  const { googlePay } = (await withWallets(sandboxUrl, robin.merchant)).settings as {
    googlePay: { scriptUrl: string };
  };
  const script = new URL(googlePay.scriptUrl);
  const { url: live, server } = await behindTls(script.origin);
  await robin.changeProvider({
    inTestMode: false,
    apiBaseUrl: live,
    scriptBaseUrl: live,
    googlePay: { ...googlePay, merchantId: 'BCR2DN4T', scriptUrl: live + script.pathname },
  });
  await page.addInitScript(() => {
    // Records the options of the script's own client.
    let google: { payments: { api: { PaymentsClient: new (options: object) => object } } } | undefined;
    Object.defineProperty(window, 'google', {
      configurable: true,
      get: () => google,
      set: (made: typeof google) => {
        google = made;
        const Own = made?.payments.api.PaymentsClient;
        if (!made || !Own) return;
        made.payments.api.PaymentsClient = class extends Own {
          constructor(options: object) {
            Object.assign(window, { asked: options });
            super(options);
          }
        };
      },
    });
  });
  await openOrders(page, robin.url);
  await expect.poll(() => page.evaluate('window.asked')).toMatchObject({ environment: 'PRODUCTION' });
  server.close();
});
