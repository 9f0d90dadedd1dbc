import type { SignOnRefusal } from '@quayside/contract/identity/sign-on.ts';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';

/** The text keys of each reason and of the advice. */
const reasons: Record<SignOnRefusal, { title: string; help: string }> = {
  refused: { title: 'login.refusedSignOn', help: 'signOn.refusedHelp' },
  unavailable: { title: 'signOn.unavailable', help: 'signOn.unavailableHelp' },
  cancelled: { title: 'signOn.cancelled', help: 'signOn.cancelledHelp' },
  untrusted: { title: 'signOn.untrusted', help: 'signOn.untrustedHelp' },
  expired: { title: 'signOn.expired', help: 'signOn.expiredHelp' },
  code: { title: 'registration.codeNotFound', help: 'registration.codeNotFoundHelp' },
  registered: { title: 'login.alreadyRegistered', help: 'signOn.registeredHelp' },
  taken: { title: 'signOn.taken', help: 'signOn.takenHelp' },
  busy: { title: 'signOn.busy', help: 'signOn.busyHelp' },
};

/**
 * Tells why single sign-on failed, on the page to which the visit led back. An unknown reason counts as a refusal
 * (decision C2.9).
 */
export function SignOnRefusalAlert() {
  const { t } = useTranslation();
  const reason = useLocation({ select: ({ state }) => state.refusedSignOn });
  if (reason === undefined) return null;
  const { title, help } = Object.hasOwn(reasons, reason) ? reasons[reason as SignOnRefusal] : reasons.refused;
  return (
    <Alert kind={reason === 'cancelled' ? 'info' : 'error'} title={t(title)}>
      {t(help)}
    </Alert>
  );
}
