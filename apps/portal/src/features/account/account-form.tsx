import {
  type AccountFieldOptions,
  type AccountField,
  type AccountValues,
  accountLimits,
  hasPostcodes,
  isRequired,
  noTitle,
} from '@quayside/contract/account/account-fields.ts';
import { useCountries } from '../../lib/queries/countries.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { Form, type FormProps, SubmitButton } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { FormModel } from '../../ui/form/use-form.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { ReadOnlyNotice } from '../../ui/message/read-only-notice.tsx';
import styles from './account.module.css';
import type { ElsewhereChange } from './changed-elsewhere.ts';

interface Props {
  form: FormModel<AccountValues>;
  options: AccountFieldOptions;
  /** Changes made elsewhere that the last save met. */
  changes: readonly ElsewhereChange[] | undefined;
  submit: Pick<FormProps<AccountValues, void>, 'onSubmit' | 'failures'>;
  /** True for staff, who may look but not change anything. */
  readOnly: boolean;
}

/** The form of the account's details. The tenant decides which of them its owner may change (ACC-1). */
export function AccountForm({ form, options, changes, submit, readOnly }: Props) {
  const { t } = useTranslation();
  const { allowAccountEdit } = useTenant().permissions;
  const fields = { form, options, readOnly };
  return (
    <Form form={form} {...submit}>
      {changes && <ChangedElsewhereAlert changes={changes} />}
      {!allowAccountEdit && <Alert kind="info" title={t('account.fieldsDisabled')} />}
      <Card title={t('account.name')}>
        <NameFields {...fields} />
      </Card>
      <Card title={t('account.contactDetails')}>
        <ContactFields {...fields} />
      </Card>
      <Card title={t('account.address')}>
        <AddressFields {...fields} />
      </Card>
      <ReadOnlyNotice />
      <div className={styles.save}>
        <SubmitButton processing={t('account.saving')} disabled={readOnly}>
          {t('account.save')}
        </SubmitButton>
      </div>
    </Form>
  );
}

function ContactFields(props: AccountFieldsProps) {
  const { t } = useTranslation();
  const field = useAccountField(props);
  const hint = { hint: t('account.emailHint') };
  return (
    <div className={styles.fields}>
      <EmailField {...hint} {...field('email')} autoComplete="email" />
      <TextField {...field('mobile')} type="tel" autoComplete="mobile tel" />
      <TextField {...field('phone')} type="tel" autoComplete="home tel" />
    </div>
  );
}

function NameFields(props: AccountFieldsProps) {
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
  const { titles, stored } = props.options;
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

/** The address. The state is a choice if the country has states, else free text (decision C3.3). */
function AddressFields(props: AccountFieldsProps) {
  const { t } = useTranslation();
  const field = useAccountField(props);
  const countries = useCountries().data?.countries ?? [];
  const { countryCode } = props.form.values;
  const states = Object.entries(countries.find(({ alpha2 }) => alpha2 === countryCode)?.states ?? {});
  const label = hasPostcodes(countryCode) ? {} : { label: t('account.postcodeOptional') };
  return (
    <div className={styles.fields}>
      <CountryField {...props} />
      <TextField {...field('address1')} autoComplete="address-line1" />
      <TextField {...field('address2')} autoComplete="address-line2" />
      <TextField {...field('town')} autoComplete="address-level2" />
      {states.length > 0 ? (
        <SelectField
          {...field('countyCode')}
          placeholder={t('account.selectState')}
          options={states.map(([value, name]) => ({ value, label: name }))}
          autoComplete="address-level1"
        />
      ) : (
        <TextField {...field('county')} autoComplete="address-level1" />
      )}
      <TextField {...field('postcode')} {...label} autoComplete="postal-code" />
    </div>
  );
}

/** The country. Choosing another one clears the state, whose name the server has stored as the county. */
function CountryField(props: AccountFieldsProps) {
  const { t } = useTranslation();
  const countries = useCountries().data?.countries ?? [];
  const { setFieldValue, values } = props.form;
  const form: typeof props.form = {
    ...props.form,
    setFieldValue: (name, value) => {
      setFieldValue(name, value);
      if (values.countyCode !== '') setFieldValue('county', '');
      setFieldValue('countyCode', '');
    },
  };
  const field = useAccountField({ ...props, form });
  return (
    <SelectField
      {...field('countryCode')}
      placeholder={t('account.selectCountry')}
      options={countries.map(({ alpha2, name }) => ({ value: alpha2, label: name }))}
      autoComplete="country"
    />
  );
}

interface AccountFieldsProps {
  form: FormModel<AccountValues>;
  options: AccountFieldOptions;
  readOnly: boolean;
}

/** The alert above the form does not name these. */
const contactFields: readonly AccountField[] = ['email', 'mobile', 'phone'];

/**
 * Returns the props that all fields of the account share: label, limit, and the lock with its reason (decision
 * C5.9).
 */
function useAccountField({ form, options, readOnly }: AccountFieldsProps) {
  const { t } = useTranslation();
  const { allowAccountEdit } = useTenant().permissions;
  return (name: AccountField) => {
    const isLocked = options.locked.has(name);
    const isExplainedAbove = !allowAccountEdit && !contactFields.includes(name);
    return {
      form,
      name,
      label: t(labelKeys[name]),
      required: isRequired(name, form.values, options),
      disabled: isLocked || readOnly,
      maxLength: accountLimits[name],
      ...(isLocked && !isExplainedAbove ? { hint: t('account.fieldLocked') } : {}),
    };
  };
}

/** Names the fields that were changed elsewhere, and tells the effect of a second save (decision X9). */
function ChangedElsewhereAlert({ changes }: { changes: readonly ElsewhereChange[] }) {
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

const labelKeys: Readonly<Record<AccountField, string>> = {
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
