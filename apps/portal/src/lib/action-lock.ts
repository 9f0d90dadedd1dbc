import { useRef, useState } from 'react';
import { useMounted } from './mounted.ts';
import { tellUnhandled } from './unhandled-errors.ts';

const lockTime = 2000;

export interface ActionLock {
  locked: boolean;
  /** Runs the action, in this very click, unless an earlier one still holds the lock. What it throws becomes a toast. */
  run: (action: () => unknown) => void;
}

/** Holds a button for 2000 ms after a click and until what it started has settled (SHELL-9, decision C4.17). */
export function useActionLock(): ActionLock {
  const [locked, setLocked] = useState(false);
  const held = useRef(false);
  const mounted = useMounted();

  const run = (action: () => unknown) => {
    if (held.current) return;
    held.current = true;
    setLocked(true);
    void Promise.all([settle(action), wait(lockTime)]).then(() => {
      held.current = false;
      if (mounted.current) setLocked(false);
    });
  };
  return { locked, run };
}

async function settle(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    tellUnhandled(error);
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
