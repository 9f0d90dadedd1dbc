import type { Account } from '@quayside/contract/account/account.ts';
import { useAccountQuery } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import styles from './widgets.module.css';

/** The signed-in customer's name and address, and the link to change them. */
export function AccountSummaryWidget() {
  const { t } = useTranslation();
  return (
    <Card title={t('dashboard.account')}>
      <Loaded query={useAccountQuery()} failed={t('account.notLoaded')} skeleton={[24, 120, 44]}>
        {({ account }) => (
          <div className={styles.widget}>
            <address className={styles.address}>
              <strong>{account.titledFullName}</strong>
              {addressLines(account).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            {/* Contact details and consents can be changed even if the rest can't (decision C2.32). */}
            <LinkButton to="/secure/account/edit">{t('dashboard.editAccount')}</LinkButton>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function addressLines({ address1, address2, town, county, postcode, country }: Account): string[] {
  return [...new Set([address1, address2, town, county, postcode, country])].filter((line) => line !== '');
}
