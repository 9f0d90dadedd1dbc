import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useAccountQuery } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import styles from './widgets.module.css';

/** The kinds of messages that the marina may send, and the link to change them. */
export function PreferencesWidget() {
  const { t } = useTranslation();
  return (
    <Card title={t('consent.title')}>
      <Loaded query={useAccountQuery()} failed={t('consent.notLoaded')} skeleton={[48, 48, 48, 44]}>
        {({ account: { consentGroups } }) =>
          consentGroups.length === 0 ? (
            <EmptyState small>{t('consent.none')}</EmptyState>
          ) : (
            <div className={styles.widget}>
              <ul className={styles.preferences}>
                {consentGroups.map(({ consentGroupId, externalDescription, isGranted }) => (
                  <li key={consentGroupId}>
                    {isGranted ? (
                      <IconBell size={20} aria-hidden="true" />
                    ) : (
                      <IconBellOff size={20} aria-hidden="true" />
                    )}
                    <span>{externalDescription}</span>
                    <span className={styles.state}>{isGranted ? t('consent.on') : t('consent.off')}</span>
                  </li>
                ))}
              </ul>
              <LinkButton to="/secure/account/edit">{t('dashboard.editPreferences')}</LinkButton>
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
