import { Outlet } from '@tanstack/react-router';
import { SkipLink } from '../ui/skip-link.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { OfflineBanner } from './offline-banner.tsx';

/** The parts of every page, in all layouts. */
export function Root() {
  return (
    <>
      <SkipLink />
      <Outlet />
      <OfflineBanner />
      <Toasts />
    </>
  );
}
