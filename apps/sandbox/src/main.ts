import { createBank } from './bank/bank.ts';
import { createClearAccept } from './clear-accept/clear-accept.ts';
import { registerClearAcceptDemo } from './clear-accept/demo.ts';
import { routeControl } from './control/control.routes.ts';
import { readEnvironment } from './environment.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { demoMerchants, registerMerchant } from './paysafe/merchants.ts';
import { createPartnerApps } from './partner-app/partner-apps.ts';
import { createPaypal } from './paypal/paypal.ts';
import { createProvider } from './paysafe/provider.ts';
import { registerHostedDemo } from './hosted/demo.ts';
import { createRedirect } from './redirect/redirect.ts';
import { storeDemoCards } from './paysafe/vault/demo-cards.ts';
import { openSandbox } from './sandbox.ts';
import { startServices } from './services.ts';
import { createSingleSignOn } from './single-sign-on/single-sign-on.ts';
import { createAppleGateway } from './wallets/apple/gateway.ts';
import { createWallets } from './wallets/wallets.ts';

// Node reports `stripTypeScriptTypes` as experimental on every start. Other warnings stay.
process.removeAllListeners('warning').on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(warning);
});
// oidc-provider warns about every Node version that is not in long-term support yet.
const warn = console.warn.bind(console);
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words);
};

try {
  const environment = readEnvironment(process.env);
  const sandbox = openSandbox(environment);
  for (const merchant of demoMerchants) registerMerchant(sandbox.database, merchant);
  registerHostedDemo(sandbox.database, environment.portalPort);
  storeDemoCards(sandbox);
  registerClearAcceptDemo(sandbox);

  const provider = createProvider(sandbox);
  routeControl(provider, sandbox);
  const stop = await startServices([
    { name: 'card vault provider', app: provider, port: environment.port },
    { name: 'bank', app: createBank(sandbox), port: environment.port + 1 },
    { name: 'mailbox', app: createMailbox(environment.mailboxFolder), port: environment.port + 2 },
    { name: 'single sign-on', app: createSingleSignOn(sandbox), port: environment.port + 3 },
    { name: 'partner apps', app: createPartnerApps(sandbox), port: environment.port + 4 },
    { name: 'second card provider', app: createClearAccept(sandbox), port: environment.port + 5 },
    { name: 'PayPal', app: createPaypal(sandbox), port: environment.port + 6 },
    { name: 'redirect provider', app: createRedirect(sandbox), port: environment.port + 7 },
    { name: 'wallets', app: createWallets(sandbox), port: environment.port + 8 },
    { name: 'Apple’s gateway', app: createAppleGateway(sandbox), port: environment.port + 9, scheme: 'https' },
  ]);

  let isStopping = false;
  const exit = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    sandbox.database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void exit());
  // A parent with a channel is told when we are ready. We exit when the channel closes, even if the parent was
  // killed.
  process.once('disconnect', () => void exit());
  if (process.connected === false) await exit(); // it was gone before we listened
  process.send?.({ ready: true });
} catch (error) {
  console.error(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
