import { noTitle } from '@quayside/contract/account-fields.ts';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './account.module.css';
import { type AccountFieldsProps, useAccountField } from './use-account-field.ts';

export function NameFields(props: AccountFieldsProps) {
  const field = useAccountField(props);
  return (
    <div className={styles.fields}>
      <TitleField {...props} />
      <TextField {...field('firstname')} autoComplete="given-name" />
      <TextField {...field('lastname')} autoComplete="family-name" />
    </div>
  );
}

/**
 * The marina's titles, and the account's current one. If the marina has none, the field is hidden (decision C5.5).
 */
function TitleField(props: AccountFieldsProps) {
  const { t } = useTranslation();
  const field = useAccountField(props);
  const { titles, stored } = props.circumstances;
  if (titles.length === 0 && stored.title === '') return null;
  const offered = [...new Set([...titles, stored.title])].filter((title) => title !== '');
  const options = offered.map((value) => ({ value, label: value === noTitle ? t('account.noTitle') : value }));
  return (
    <SelectField
      {...field('title')}
      options={options}
      placeholder={t('account.selectTitle')}
      autoComplete="honorific-prefix"
    />
  );
}
