import { addressLimits } from '@quayside/contract/cards/cards.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { FormModel } from '../../ui/form/use-form.ts';
import { type AddressValues, type RequiredAddressFields, hasStates } from './billing-address.ts';
import styles from './choices.module.css';

interface Props<Values extends AddressValues> {
  form: FormModel<Values>;
  countries: readonly Country[];
  required?: RequiredAddressFields;
}

/** A new billing address. The state is a choice if the country has states, else free text. */
export function AddressFields<Values extends AddressValues>({ form, countries, required = 'all' }: Props<Values>) {
  const { t } = useTranslation();
  const names =
    required === 'all'
      ? { address1: t('account.address1'), town: t('account.town'), postcode: t('account.postcode') }
      : {
          address1: t('cards.optionalAddress1'),
          town: t('cards.optionalTown'),
          postcode: t('account.postcodeOptional'),
        };
  const country = countries.find(({ alpha2 }) => alpha2 === form.values.country);
  // The code of a state says nothing as the county of another country.
  const countryForm: typeof form = {
    ...form,
    setFieldValue: (name, value) => {
      form.setFieldValue(name, value);
      if (hasStates(country)) form.setFieldValue('state', '');
    },
  };
  const states = hasStates(country)
    ? Object.entries(country.states).map(([value, label]) => ({ value, label }))
    : undefined;
  return (
    <div className={styles.address}>
      <SelectField
        form={countryForm}
        name="country"
        label={t('account.country')}
        placeholder={t('account.selectCountry')}
        options={countries.map(({ alpha2, name }) => ({ value: alpha2, label: name }))}
        autoComplete="billing country"
      />
      <TextField
        form={form}
        name="address1"
        label={names.address1}
        autoComplete="billing address-line1"
        maxLength={addressLimits.address1}
      />
      <TextField
        form={form}
        name="address2"
        label={t('account.address2')}
        autoComplete="billing address-line2"
        maxLength={addressLimits.address2}
      />
      <div className={styles.pair}>
        <TextField
          form={form}
          name="town"
          label={names.town}
          autoComplete="billing address-level2"
          maxLength={addressLimits.town}
        />
        {states ? (
          <SelectField
            form={form}
            name="state"
            label={t('account.state')}
            placeholder={t('prompts.enterValue')}
            options={states}
            autoComplete="billing address-level1"
          />
        ) : (
          <TextField
            form={form}
            name="state"
            label={t('account.county')}
            autoComplete="billing address-level1"
            maxLength={addressLimits.state}
          />
        )}
      </div>
      <div className={styles.pair}>
        <TextField
          form={form}
          name="postcode"
          label={names.postcode}
          autoComplete="billing postal-code"
          maxLength={addressLimits.postcode}
        />
      </div>
    </div>
  );
}
