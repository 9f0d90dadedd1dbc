import { makeInstrument } from '../cards/instrument.ts';
import type { Sandbox } from '../sandbox.ts';
import { demoClearAcceptMerchants, registerClearAcceptMerchant } from './merchants.ts';

/** Cards that the demo's first customer of Port d’Azur keeps. The server knows them by these tokens. */
const cards = [
  { token: 'cardperm_port-azur-1', cardNum: '4000000000001000' },
  { token: 'cardperm_port-azur-2', cardNum: '5200000000001096' },
];

/** Registers the demo's merchants at the second card provider, with the cards that it keeps for them. */
export function registerClearAcceptDemo(sandbox: Sandbox): void {
  for (const merchant of demoClearAcceptMerchants) {
    registerClearAcceptMerchant(sandbox.database, merchant);
    for (const { token, cardNum } of cards) {
      const card = { cardNum, cardExpiry: { month: 6, year: 2040 }, cvv: '123', holderName: 'Luc Marin' };
      const instrument = makeInstrument(sandbox, card, sandbox.clock.now());
      sandbox.database
        .prepare(
          `insert into clear_accept_card (token, merchant_account_id, customer_reference, fingerprint, instrument)
           values (?, ?, 'demo', ?, ?) on conflict do nothing`,
        )
        .run(token, merchant.merchantAccountId, instrument.fingerprint, JSON.stringify(instrument));
    }
  }
}
