import type { BillingAddress } from '@quayside/contract/cards/cards.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { useFormState } from '../../ui/form/form.tsx';
import type { FormModel } from '../../ui/form/use-form.ts';
import { AddressFields } from './address-fields.tsx';
import { addressLine, addressTitle, type RequiredAddressFields, usableAddresses } from './billing-address.ts';
import { type AddressChoiceValues, somethingNew } from './checkout-values.ts';
import styles from './choices.module.css';

interface Props<Values extends AddressChoiceValues> {
  form: FormModel<Values>;
  addresses: readonly BillingAddress[];
  countries: readonly Country[];
  /** The required fields of a new address. */
  required?: RequiredAddressFields;
}

/**
 * The card's billing address: one of the profile, or a new one. `countries` are those that the provider accepts. A
 * chosen address that is removed elsewhere meanwhile is chosen no more.
 */
export function BillingAddressChoice<Values extends AddressChoiceValues>({
  form,
  addresses,
  countries,
  required = 'all',
}: Props<Values>) {
  const { t } = useTranslation();
  const { fieldId } = useFormState();
  const { addressId } = form.values;
  const choose = (id: string) => form.setFieldValue('addressId', id);
  const usable = usableAddresses(addresses, countries);
  const isGone = ![somethingNew, '', ...addresses.map(({ id }) => id)].includes(addressId);
  useEffect(() => {
    if (isGone) choose(addresses.length === 0 ? somethingNew : '');
  });
  return (
    <fieldset className={styles.choices}>
      <legend>{t('cards.billingAddress')}</legend>
      {addresses.map((address, place) => (
        <AddressRadio
          key={address.id}
          id={place === 0 ? fieldId('addressId') : undefined}
          name={fieldId('address')}
          isChosen={addressId === address.id}
          disabled={!usable.includes(address)}
          onChoose={() => choose(address.id)}
          title={addressTitle(address)}
          text={addressLine(address, countries)}
        />
      ))}
      {addresses.length > 0 && (
        <AddressRadio
          name={fieldId('address')}
          isChosen={addressId === somethingNew}
          onChoose={() => choose(somethingNew)}
          title={t('cards.useNewAddress')}
        />
      )}
      {form.errors.addressId && (
        <Alert kind="error" title={t('cards.noAddress')}>
          {t('cards.chooseAddress')}
        </Alert>
      )}
      {addressId === somethingNew && <AddressFields form={form} countries={countries} required={required} />}
    </fieldset>
  );
}

interface RadioProps {
  id?: string | undefined;
  name: string;
  isChosen: boolean;
  /** True if the provider does not accept the country. */
  disabled?: boolean;
  onChoose: () => void;
  title: string;
  text?: string;
}

function AddressRadio({ id, name, isChosen, disabled = false, onChoose, title, text }: RadioProps) {
  return (
    <label className={styles.choice}>
      <input id={id} type="radio" name={name} checked={isChosen} disabled={disabled} onChange={onChoose} />
      <span className={`${styles.text} ${styles.withoutPicture}`}>
        {title}
        {text && <span className={styles.quiet}>{text}</span>}
      </span>
    </label>
  );
}
