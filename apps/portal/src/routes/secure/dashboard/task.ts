import type { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** One kind of thing that the customer does for the marina. */
export interface Task {
  key: string;
  Icon: typeof IconCheck;
  isDone: boolean;
  title: string;
  /** Names and dates of what is left to do. */
  details: readonly string[];
  /** The one button. Left out if nothing can be done here now. */
  action?: ReactNode;
}

/** A task, or why there is none: its data is not there yet, or the marina has no such task. */
export type Step = Task | 'loading' | null;
