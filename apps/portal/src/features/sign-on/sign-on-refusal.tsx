import type { SignOnRefusal } from '@quayside/contract/sign-on.ts';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert.tsx';

/** What happened, and what to do about it. */
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

/** Why single sign-on came to nothing. Any word that is no reason means that it was refused (decision C2.9). */
export function SignOnRefusalAlert({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const { title, help } = Object.hasOwn(reasons, reason) ? reasons[reason as SignOnRefusal] : reasons.refused;
  return (
    <Alert kind={reason === 'cancelled' ? 'info' : 'error'} title={t(title)}>
      {t(help)}
    </Alert>
  );
}
