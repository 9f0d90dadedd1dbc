import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { ReadOnlyNotice } from '../../ui/message/read-only-notice.tsx';
import { SwitchRow } from '../../ui/form/switch.tsx';
import styles from './consent.module.css';
import type { ConsentToggles as Toggles } from './use-consent-toggles.ts';

/** The kinds of messages that the marina may send, each with its switch. */
export function ConsentToggles({ toggles, disabled }: { toggles: Toggles; disabled: boolean }) {
  const { t } = useTranslation();
  return (
    <Card title={t('consent.title')}>
      {disabled ? <ReadOnlyNotice /> : <p className={styles.hint}>{t('consent.savedAtOnce')}</p>}
      <div className={styles.rows}>
        {toggles.groups.map(({ consentGroupId, externalDescription, isGranted }) => (
          <SwitchRow
            key={consentGroupId}
            label={externalDescription}
            checked={isGranted}
            highlighted={toggles.highlighted === consentGroupId}
            disabled={disabled}
            onChange={(granted) => toggles.toggle(consentGroupId, granted)}
          />
        ))}
      </div>
    </Card>
  );
}
