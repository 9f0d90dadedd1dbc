import { CallError } from '../../../http/errors.ts';
import { charge, outcomeOf } from '../engine/charge.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { lookAtOpenPage } from '../engine/give-up.service.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { providerOf } from '../providers/providers.service.ts';

/**
 * Takes the money of an attempt whose customer agreed on the provider's page, at most once. A repeated call returns
 * the outcome (decision P4.22).
 * @throws CallError of `charge`
 */
export async function captureAgreed(engine: Engine, payment: PaymentRow, language: string): Promise<PaymentRow> {
  if (payment.state !== 'agreeing') return outcomeOf(engine, payment);
  const { express } = await providerOf(engine, payment);
  if (!express) throw new CallError('PAYMENT_STATE');
  const request = { take: express.capture, from: 'agreeing', rememberCard: false, language } as const;
  return (await charge(engine, payment, request)).payment;
}

/**
 * Asks about a customer on a provider's page. A customer who agreed there and never came back has agreed
 * nevertheless.
 */
export async function lookAtPage(engine: Engine, payment: PaymentRow): Promise<void> {
  const outcome = await lookAtOpenPage(engine, payment);
  if (outcome.kind !== 'agreed') return;
  const language = payment.language ?? engine.tenant.settings.culture.defaultLanguage;
  try {
    await captureAgreed(engine, outcome.payment, language);
  } catch (error) {
    // The orders changed, or another attempt has them. This attempt was ended, and nobody is there to be told.
    if (!(error instanceof CallError)) throw error;
  }
}
