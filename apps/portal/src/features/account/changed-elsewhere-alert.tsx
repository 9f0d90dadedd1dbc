import type { AccountField } from '@quayside/contract/account-fields.ts';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/message/alert.tsx';
import type { ElsewhereChange } from './changed-elsewhere.ts';

/** Names the fields that were changed elsewhere, and tells the effect of a second save (decision X9). */
export function ChangedElsewhereAlert({ changes }: { changes: readonly ElsewhereChange[] }) {
  const { t } = useTranslation();
  return (
    <Alert kind="error" title={t('account.changedElsewhere')}>
      <ul>
        {changes.map(({ field, now, isKept }) => {
          const values = { field: t(labelKeys[field]), value: now || t('account.empty') };
          return <li key={field}>{isKept ? t('account.changedBoth', values) : t('account.changedThere', values)}</li>;
        })}
      </ul>
      <p>{t('account.saveAgain')}</p>
    </Alert>
  );
}

export const labelKeys: Readonly<Record<AccountField, string>> = {
  title: 'account.title',
  firstname: 'account.firstname',
  lastname: 'account.lastname',
  email: 'account.email',
  phone: 'account.phone',
  mobile: 'account.mobile',
  address1: 'account.address1',
  address2: 'account.address2',
  town: 'account.town',
  county: 'account.county',
  countyCode: 'account.stateOptional',
  postcode: 'account.postcode',
  countryCode: 'account.country',
};
