import type { BillingAddress } from '@quayside/contract/cards.ts';
import type { Country } from '@quayside/contract/tenant.ts';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert.tsx';
import { useFormState } from '../../ui/form.tsx';
import { AddressFields } from './address-fields.tsx';
import { usableAddresses } from './billing-address.ts';
import { type CheckoutForm, somethingNew } from './checkout-values.ts';
import styles from './choices.module.css';

interface Props {
  form: CheckoutForm;
  addresses: readonly BillingAddress[];
  countries: readonly Country[];
}

/** Where the card's bills go: an address of the profile, or a new one. `countries` are those that the provider takes. */
export function BillingAddressChoice({ form, addresses, countries }: Props) {
  const { t } = useTranslation();
  const { fieldId } = useFormState();
  const { addressId } = form.values;
  const usable = usableAddresses(addresses, countries);
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
          onChoose={() => form.setFieldValue('addressId', address.id)}
          title={address.nickName || address.address1}
          text={addressLine(address, countries)}
        />
      ))}
      {addresses.length > 0 && (
        <AddressRadio
          name={fieldId('address')}
          isChosen={addressId === somethingNew}
          onChoose={() => form.setFieldValue('addressId', somethingNew)}
          title={t('cards.useNewAddress')}
        />
      )}
      {form.errors.addressId && <Alert kind="error">{t('cards.noAddress')}</Alert>}
      {addressId === somethingNew && <AddressFields form={form} countries={countries} />}
    </fieldset>
  );
}

interface RadioProps {
  id?: string | undefined;
  name: string;
  isChosen: boolean;
  /** In a country that the provider does not take. */
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

/** All of an address but its title. */
function addressLine(address: BillingAddress, countries: readonly Country[]): string {
  const country = countries.find(({ alpha2 }) => alpha2 === address.country);
  const { nickName, address1, address2, town, state, postcode } = address;
  const parts = [
    nickName ? address1 : '',
    address2,
    town,
    country?.states[state] ?? state,
    postcode,
    country?.name ?? address.country,
  ];
  return parts.filter(Boolean).join(', ');
}
