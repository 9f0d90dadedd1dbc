import { z } from 'zod';
import { configurationCode, type Refusal } from '../payment-attempt.ts';

const Money = z.object({ currency_code: z.string(), value: z.string() });
export type Money = z.output<typeof Money>;

const Capture = z.object({
  id: z.string().min(1).max(100),
  status: z.string(),
  amount: Money,
  create_time: z.iso.datetime({ offset: true }).optional(),
  custom_id: z.string().optional(),
});
export type Capture = z.output<typeof Capture>;

const Links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

export const Refund = z.object({
  id: z.string().min(1).max(100),
  /** Our reference, if we made it. */
  custom_id: z.string().optional(),
  status: z.string(),
  amount: Money,
  note_to_payer: z.string().optional(),
  create_time: z.iso.datetime({ offset: true }).optional(),
  links: Links,
});
export type Refund = z.output<typeof Refund>;

/** The list of disputes about a merchant's captures. */
export const Disputes = z.object({
  items: z.array(z.object({ dispute_id: z.string().min(1).max(255) })).default([]),
});

/** The parts of a dispute that we read. */
export const DisputeDetails = z.object({
  status: z.string(),
  create_time: z.iso.datetime({ offset: true }).optional(),
  update_time: z.iso.datetime({ offset: true }).optional(),
  /** The amount that the payer disputed, which may be a part of the capture. */
  dispute_amount: Money.optional(),
  dispute_outcome: z.object({ outcome_code: z.string().optional(), amount_refunded: Money.optional() }).optional(),
  money_movements: z
    .array(
      z.object({
        affected_party: z.string(),
        type: z.string(),
        reason: z.string().optional(),
        amount: Money.optional(),
      }),
    )
    .optional(),
});
export type DisputeDetails = z.output<typeof DisputeDetails>;

/** The parts of an order that we read. */
export const Order = z.object({
  id: z.string().regex(/^[A-Z0-9]{1,36}$/),
  status: z.string(),
  links: Links,
  purchase_units: z
    .array(
      z.object({
        payments: z.object({ captures: z.array(Capture).optional(), refunds: z.array(Refund).optional() }).optional(),
      }),
    )
    .optional(),
});
export type Order = z.output<typeof Order>;

const Failure = z.object({ details: z.array(z.object({ issue: z.string().max(80) })).optional() });

/** Returns the provider's word for the reason of a refusal; empty if it has none. */
export function issueOf(body: unknown): string {
  const failure = Failure.safeParse(body);
  return failure.success ? (failure.data.details?.[0]?.issue ?? '') : '';
}

/** Reads a refusal without its text: that is for developers, so customers get ours. */
export function readRefusal(status: number, body: unknown): Refusal {
  if (status === 401 || status === 403) return { code: configurationCode, message: null };
  return { code: issueOf(body) || `HTTP_${status}`, message: null };
}
