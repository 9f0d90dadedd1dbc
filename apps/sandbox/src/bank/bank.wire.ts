import type { Wire } from '../sandbox.ts';
import { createBank } from './bank.ts';
import { bankOperations } from './version-1.ts';

/** The bank that issued the customers' cards, and asks them to confirm payments (3-D Secure). */
export const bank: Wire = {
  services: { bank: { title: 'bank', create: createBank } },
  faults: bankOperations,
};
