import { type Action, useAction } from '../../../lib/actions/use-action.ts';
import { signOutEverywhere } from '../../../lib/session/session.ts';

const failed = { title: 'header.signOutFailed' };

/** Returns the action that signs out. Its failure says that the reader is still signed in. */
export const useSignOut = (): Action<void> =>
  useAction<void>(signOutEverywhere, { failures: { other: failed, unanswered: failed } });
