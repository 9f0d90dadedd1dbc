import { CallError } from '../../http/errors.ts';
import { charge, outcomeOf } from './charge.service.ts';
import type { Engine } from './engine.ts';
import { lookUp } from './look-up.service.ts';
import type { PaymentRow } from './payments.queries.ts';
import { providerOf } from './providers.service.ts';

/**
 * Takes the money of an attempt whose customer agreed on the provider's page, at most once. Done again it answers what
 * the attempt has come to (decision P4.22).
 * @throws CallError AMOUNT_CHANGED, ORDER_NOT_PAYABLE where the orders have changed since: nothing is charged then
 */
export async function captureAgreed(engine: Engine, payment: PaymentRow, language: string): Promise<PaymentRow> {
  if (payment.state !== 'redirected') return outcomeOf(engine, payment);
  const { express } = await providerOf(engine, payment);
  if (!express) throw new CallError('PAYMENT_STATE');
  const request = { take: express.capture, from: 'redirected', rememberCard: false, language } as const;
  return (await charge(engine, payment, request)).payment;
}

/** Asks about a customer on a provider's page. Who agreed there and never came back has still agreed. */
export async function lookAtPage(engine: Engine, payment: PaymentRow): Promise<void> {
  const asked = await lookUp(engine, payment);
  if (asked.kind !== 'agreed') return;
  const language = payment.language ?? engine.tenant.settings.culture.defaultLanguage;
  try {
    await captureAgreed(engine, asked.payment, language);
  } catch (error) {
    // The orders changed meanwhile: the attempt was ended, and nobody is there to be told.
    if (!(error instanceof CallError)) throw error;
  }
}
