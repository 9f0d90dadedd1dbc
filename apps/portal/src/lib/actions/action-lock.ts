import { useEffect, useRef, useState } from 'react';
import { tellUnhandled } from '../errors/unhandled-errors.ts';

const lockTime = 2000;

export interface ActionLock {
  locked: boolean;
  /** Runs the action at once, inside the click, unless the lock is held. An error of the action becomes a toast. */
  run: (action: () => unknown) => void;
}

/** Locks a button for 2000 ms after a click and until its action has settled (SHELL-9, decision C4.17). */
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

/** Returns a ref that is true while the component is mounted, for code that continues later. */
export function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
