import { Outlet } from '@tanstack/react-router';
import { SkipLink } from '../ui/skip-link.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { OfflineBanner } from './offline-banner.tsx';

/** What every page has, whatever its layout. */
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
