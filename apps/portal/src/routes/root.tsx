import { Outlet } from '@tanstack/react-router';
import { SkipLink } from '../ui/page/skip-link.tsx';
import { Toasts } from '../ui/message/toasts.tsx';
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
