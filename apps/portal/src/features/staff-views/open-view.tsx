import { openStaffView } from '@quayside/contract/identity/staff-views.ts';
import { api } from '../../lib/calls/api.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { replaceSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import styles from './staff-views.module.css';

interface Props {
  /** The token of the link that the marina's operator made. */
  token: string;
  onOpen: () => unknown;
  onInvalid: () => void;
}

/** Uses the link up only when a person presses the button, because mail programs follow links too. */
export function OpenView({ token, onOpen, onInvalid }: Props) {
  const { t } = useTranslation();
  const { run, failure } = useAction(() => replaceSession(() => api(openStaffView, { body: { token } })), {
    onDone: onOpen,
    failures: { INVALID_TOKEN: onInvalid },
  });
  return (
    <div className={styles.open}>
      <FailureAlert failure={failure} />
      <ul>
        <li>{t('staffView.readOnlyRule')}</li>
        <li>{t('staffView.timeRule')}</li>
        <li>{t('staffView.recordRule')}</li>
      </ul>
      <ActionButton variant="filled" fullWidth processing={t('staffView.opening')} onAction={run}>
        {t('staffView.open')}
      </ActionButton>
    </div>
  );
}
