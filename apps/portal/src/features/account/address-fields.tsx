import { hasPostcodes } from '@quayside/contract/account-fields.ts';
import { useTranslation } from 'react-i18next';
import { useCountries } from '../../lib/countries.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './account.module.css';
import { type AccountFieldsProps, useAccountField } from './use-account-field.ts';

/** The address. The state is a choice if the country has states, else free text (decision C3.3). */
export function AddressFields(props: AccountFieldsProps) {
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

/** The country. Choosing another one clears the state. */
function CountryField(props: AccountFieldsProps) {
  const { t } = useTranslation();
  const countries = useCountries().data?.countries ?? [];
  const form: typeof props.form = {
    ...props.form,
    setFieldValue: (name, value) => {
      props.form.setFieldValue(name, value);
      props.form.setFieldValue('countyCode', '');
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
