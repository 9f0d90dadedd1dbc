import { slice } from '../../lib/storage.ts';

/** 1 Review, 2 Checkout, 3 Confirmation (QP-1). */
export type Step = 1 | 2 | 3;
export const steps: readonly Step[] = [1, 2, 3];

/** Where somebody is on the way through quick pay, and where they have been. */
export interface Progress {
  visited: readonly Step[];
  current: Step;
}

const complete: Progress = { visited: steps, current: 3 };

/**
 * Where who wants a step gets to (QP-1): to it where they have been there, or where it is the next one; else back to the
 * earlier step. The third needs a settled payment besides (decision P4.23), and once there is one everything is done.
 * @param before null: nothing has been visited
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

/** Whether a step can be gone back to by its name: none can from the last one. */
export const canGoTo = (step: Step, { visited, current }: Progress): boolean =>
  current !== 3 && step !== current && visited.includes(step);

interface Stored extends Progress {
  orderGuid: string;
}

const stored = slice('quickPay', (value): Stored | undefined => {
  const { orderGuid, visited, current } = value as Partial<Stored>;
  const areSteps = Array.isArray(visited) && visited.length > 0 && visited.every((step) => steps.includes(step));
  return typeof orderGuid === 'string' && areSteps && current !== undefined && visited.includes(current)
    ? { orderGuid, visited, current }
    : undefined;
});

/** How far this tab has got with an order. */
export function readProgress(orderGuid: string): Progress | null {
  const progress = stored.read();
  return progress?.orderGuid === orderGuid ? progress : null;
}

export function keepProgress(orderGuid: string, { visited, current }: Progress): void {
  stored.write({ orderGuid, visited, current });
}
