import { useTabValue } from '../../../lib/first-screen/in-browser.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { AnchorButton } from '../../../ui/button.tsx';
import { readSetupFailure } from '../setup-failure.ts';
import styles from './notices.module.css';

/** Tells that the checkout could not be set up, and leads back to it. Stays until the next try. */
export function SetupFailureAlert() {
  const { t } = useTranslation();
  const failure = useTabValue(readSetupFailure);
  if (!failure) return null;
  // Loads a new document, so that the failed script gets another chance.
  const again = <AnchorButton href={failure.checkoutPath}>{t('cards.toCheckoutAgain')}</AnchorButton>;
  return (
    <div className={styles.above}>
      <Alert kind="error" title={t('cards.setupFailed')} action={again}>
        {t('general.reference', { reference: failure.reference })}
      </Alert>
    </div>
  );
}
