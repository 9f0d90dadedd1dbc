import { startTransition, useEffect, useRef, useState } from 'react';
import { tellUnhandled } from '../errors/unhandled-errors.ts';

const lockTime = 2000;

export interface ActionLock {
  /** True until the action has settled. Its button shows the processing text. */
  isRunning: boolean;
  /** True while clicks are ignored: until the action has settled, and for 2000 ms at least. */
  locked: boolean;
  /** Runs the action at once, inside the click, unless the lock is held. An error of the action becomes a toast. */
  run: (action: () => unknown) => void;
}

/**
 * Locks a button for 2000 ms after a click and until its action has settled (SHELL-9, decision C4.17). The processing
 * text ends with the action, so that it never stands beside the answer.
 */
export function useActionLock(): ActionLock {
  const [state, setState] = useState<'free' | 'running' | 'resting'>('free');
  const held = useRef(false);

  const run = (action: () => unknown) => {
    if (held.current) return;
    held.current = true;
    setState('running');
    // A transition, so that the button keeps its text until the page that the action has opened is on the screen.
    const settled = settle(action).then(() => startTransition(() => setState('resting')));
    void Promise.all([settled, wait(lockTime)]).then(() => {
      held.current = false;
      startTransition(() => setState('free'));
    });
  };
  return { isRunning: state === 'running', locked: state !== 'free', run };
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
