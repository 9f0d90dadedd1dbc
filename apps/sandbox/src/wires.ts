import { bank } from './bank/bank.wire.ts';
import { clearAccept } from './clear-accept/clear-accept.wire.ts';
import { mailbox } from './mailbox/mailbox.wire.ts';
import { partnerApp } from './partner-app/partner-app.wire.ts';
import { paypal } from './paypal/paypal.wire.ts';
import { paysafe } from './paysafe/paysafe.wire.ts';
import { redirect } from './redirect/redirect.wire.ts';
import type { Wire } from './sandbox.ts';
import { singleSignOn } from './single-sign-on/single-sign-on.wire.ts';
import { wallets } from './wallets/wallets.wire.ts';

/** All companies that the sandbox plays. */
export const wires: readonly Wire[] = [
  paysafe,
  bank,
  mailbox,
  singleSignOn,
  partnerApp,
  clearAccept,
  paypal,
  redirect,
  wallets,
];
