import { z } from 'zod';
import { configurationCode, type Refusal } from '../payment-provider.ts';

const Capture = z.object({
  id: z.string().min(1).max(100),
  status: z.string(),
  amount: z.object({ currency_code: z.string(), value: z.string() }),
  create_time: z.iso.datetime({ offset: true }).optional(),
  custom_id: z.string().optional(),
});
export type Capture = z.output<typeof Capture>;

const Refund = z.object({ status: z.string(), amount: z.object({ value: z.string() }) });

/** What is disputed of a merchant's captures. */
export const Disputes = z.object({
  items: z.array(z.object({ dispute_id: z.string().min(1).max(255), status: z.string() })).default([]),
});

export const DisputeOutcome = z.object({
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});

/** An order as far as we look at it. */
export const Order = z.object({
  id: z.string().regex(/^[A-Z0-9]{1,36}$/),
  status: z.string(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
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

/** The provider's word for why it does not do what was asked; empty where it has none. */
export function issueOf(body: unknown): string {
  const failure = Failure.safeParse(body);
  return failure.success ? (failure.data.details?.[0]?.issue ?? '') : '';
}

/** Its texts are for developers, so customers get ours. */
export function readRefusal(status: number, body: unknown): Refusal {
  if (status === 401 || status === 403) return { code: configurationCode, message: null };
  return { code: issueOf(body) || `HTTP_${status}`, message: null };
}
