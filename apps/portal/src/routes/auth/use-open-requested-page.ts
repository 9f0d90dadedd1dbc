import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { waitToLeave } from '../../lib/browser/wait-to-leave.ts';
import { takeRedirect } from '../../lib/navigation/redirect-url.ts';

/** Returns a function that opens the requested page after signing in, else the dashboard (LOGIN-5). */
export function useOpenRequestedPage(): () => Promise<void> {
  const { basepath, history } = useRouter();
  return useCallback(() => {
    const base = basepath === '/' ? '' : basepath;
    history.replace(base + (takeRedirect() ?? '/secure/dashboard'));
    return waitToLeave();
  }, [basepath, history]);
}
