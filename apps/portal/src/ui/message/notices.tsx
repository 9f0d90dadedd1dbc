import { OfflineNotice } from './offline-notice.tsx';
import { Toasts } from './toasts.tsx';

/** The messages that can come at any time, for an open dialog: those of the page are inert behind it. */
export const Notices = () => (
  <>
    <OfflineNotice />
    <Toasts />
  </>
);
