import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/message/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './contact.module.css';

/** Replaces the form after the message was sent (decision C2.43). */
export function ContactSent({ onAnother }: { onAnother: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.sent}>
      <Alert kind="success" title={t('contactUs.sentTitle')}>
        {t('contactUs.sentText')}
      </Alert>
      <div className={styles.next}>
        <LinkButton to="/secure/dashboard" variant="filled">
          {t('contactUs.toDashboard')}
        </LinkButton>
        <Button type="button" variant="default" onClick={onAnother}>
          {t('contactUs.sendAnother')}
        </Button>
      </div>
    </div>
  );
}
