import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMounted } from '../actions/action-lock.ts';

/**
 * Returns a function that tells if the reader is still on this page, for code that continues after an answer. A page
 * that was left stays on the screen until the next one has come.
 */
export function useIsHere(): () => boolean {
  const mounted = useMounted();
  const router = useRouter();
  const opened = useRef(router.latestLocation.pathname);
  return () => mounted.current && router.latestLocation.pathname === opened.current;
}
