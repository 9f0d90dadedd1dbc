import type { ReactNode } from 'react';
import { useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../action-button.tsx';
import { Focused } from '../page/focused.tsx';
import { Alert } from './alert.tsx';
import styles from './ended-link.module.css';
import { FailureAlert } from './failure-alert.tsx';

interface Props {
  /** Says how long such a link works. */
  children: ReactNode;
  /** Leads to a place that makes another link. */
  action?: ReactNode;
}

/** Tells that a link opens nothing: it is unknown, used, replaced or too old. It does not tell which. */
export function EndedLink({ children, action }: Props) {
  const { t } = useTranslation();
  return (
    <Alert kind="error" title={t('endedLink.title')} action={action}>
      {children}
    </Alert>
  );
}

interface ReplaceableProps {
  children: ReactNode;
  /** Mails a new link to its owner, if it has one. The answer does not tell (decision C4.23). */
  sendNew: () => Promise<unknown>;
}

/** The same, with a button that mails a new link to the address on file. */
export function ReplaceableLink({ children, sendNew }: ReplaceableProps) {
  const { t } = useTranslation();
  const { run, failure, isDone } = useAction(sendNew, { failures: { other: { title: 'endedLink.notSent' } } });
  if (isDone)
    return (
      <Focused>
        <Alert kind="success" title={t('endedLink.sent')} />
      </Focused>
    );

  return (
    <div className={styles.parts}>
      <EndedLink>{children}</EndedLink>
      <FailureAlert failure={failure} />
      <ActionButton onAction={run} processing={t('endedLink.sending')} fullWidth>
        {t('endedLink.sendNew')}
      </ActionButton>
    </div>
  );
}
