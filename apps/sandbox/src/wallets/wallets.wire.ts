import { requestFaultKinds } from '../hosted/answer.ts';
import type { Wire } from '../sandbox.ts';
import { createAppleGateway } from './apple/gateway.ts';
import { createWallets } from './wallets.ts';

/** Google Pay and Apple Pay. */
export const wallets: Wire = {
  services: {
    wallets: { title: 'wallets', create: createWallets },
    appleGateway: { title: 'Apple’s gateway', create: createAppleGateway },
  },
  faults: {
    'google-pay.ready': ['status'],
    'google-pay.payment-data': requestFaultKinds,
    'apple-pay.session': requestFaultKinds,
  },
};
