import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { tabSlice } from '../../lib/browser/tab-storage.ts';

/** 1 Review, 2 Checkout, 3 Confirmation (QP-1). */
export type Step = 1 | 2 | 3;
export const steps: readonly Step[] = [1, 2, 3];

/** The current step of quick pay and the visited ones. */
export interface Progress {
  visited: readonly Step[];
  current: Step;
}

const complete: Progress = { visited: steps, current: 3 };

/**
 * Returns the progress after a reader asks for a step (QP-1). They get it if they have visited it, or if it is the
 * next one. Otherwise they return to the earlier step. The third step also needs a settled payment (decision
 * P4.23), which completes all steps.
 * @param before null: nothing was visited
 */
export function enterStep(before: Progress | null, wanted: Step, isPaid: boolean): Progress {
  if (isPaid) return complete;
  if (!before) return { visited: [1], current: 1 };
  const { visited, current } = before;
  const highest = Math.max(...visited);
  const isOpen = visited.includes(wanted) || wanted === current + 1 || wanted === highest + 1;
  if (!isOpen || wanted === 3) return before;
  return { visited: steps.filter((step) => step === wanted || visited.includes(step)), current: wanted };
}

/** Checks if a payment of this reader has paid the order, so that all steps are done. */
export const isPaidByReader = ({ payment, outstandingAmount }: QuickPayOrder): boolean =>
  outstandingAmount <= 0 && payment?.cardPaymentStatus === 'COMPLETED';

/** Checks if a step's name is a link back to it. From the last step there is no way back. */
export const canGoTo = (step: Step, { visited, current }: Progress): boolean =>
  current !== 3 && step !== current && visited.includes(step);

interface Stored extends Progress {
  orderGuid: string;
}

const stored = tabSlice('quickPay', (value): Stored | undefined => {
  const { orderGuid, visited, current } = value as Partial<Stored>;
  const areSteps = Array.isArray(visited) && visited.length > 0 && visited.every((step) => steps.includes(step));
  return typeof orderGuid === 'string' && areSteps && current !== undefined && visited.includes(current)
    ? { orderGuid, visited, current }
    : undefined;
});

/** Returns this tab's progress with an order. */
export function readProgress(orderGuid: string): Progress | null {
  const progress = stored.read();
  return progress?.orderGuid === orderGuid ? progress : null;
}

/** Stores this tab’s progress with an order. */
export function keepProgress(orderGuid: string, { visited, current }: Progress): void {
  stored.write({ orderGuid, visited, current });
}
