import type { BillingAddress } from '@quayside/contract/cards/cards.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { useId } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { type FormRules, useForm } from '../../ui/form/use-form.ts';
import { type AddressValues, addressProblems, addressValues, usableAddresses } from './billing-address.ts';
import { BillingAddressChoice } from './billing-address-choice.tsx';
import { type AddressChoiceValues, chosenAddressProblems, somethingNew } from './checkout-values.ts';
import styles from './choices.module.css';
import { firstAddress } from './first-choice.ts';
import { useProviderRefusal } from './provider-error-dialog.tsx';

/** The billing address of a card: one of the profile, or a new one. */
export type CardAddress = { billingAddressId: string } | { address: AddressValues };

interface Props {
  title: string;
  /** The label of the save button. */
  save: string;
  addresses: readonly BillingAddress[];
  countries: readonly Country[];
  /** The card's current address. Null chooses the default one, else the first. */
  chosenId: string | null;
  /** The start values of a new address. */
  initial: AddressValues;
  /** Saves the choice. The dialog shows its errors. */
  onSave: (choice: CardAddress) => Promise<void>;
  onClose: () => void;
}

const checkedFields = ['addressId', 'country', 'state'] as const;

/** Asks for a card's billing address. */
export function CardAddressDialog({ title, save, addresses, countries, chosenId, initial, ...on }: Props) {
  const { t } = useTranslation();
  const hintId = useId();
  const refusal = useProviderRefusal();
  const first = chosenId ?? firstAddress(usableAddresses(addresses, countries))?.id ?? '';
  const rules = Object.fromEntries(
    checkedFields.map((name) => [
      name,
      (_: unknown, values: AddressChoiceValues) => chosenAddressProblems(values, countries, 'country')[name] ?? null,
    ]),
  ) as FormRules<AddressChoiceValues>;
  const form = useForm<AddressChoiceValues>({
    initialValues: { ...initial, addressId: addresses.length === 0 ? somethingNew : first },
    validate: rules,
  });
  const isNew = form.values.addressId === somethingNew;
  const isIncomplete = isNew && Object.keys(addressProblems(form.values, countries, 'country')).length > 0;
  const submit = (values: AddressChoiceValues) => {
    const choice = isNew ? { address: addressValues(values) } : { billingAddressId: values.addressId };
    return on.onSave(choice);
  };
  return (
    <Dialog title={title} size="extra-large" onClose={on.onClose}>
      <Form form={form} onSubmit={submit} failures={refusal.failures}>
        {refusal.dialog}
        <BillingAddressChoice form={form} addresses={addresses} countries={countries} required="country" />
        {isIncomplete && (
          <p id={hintId} className={styles.quiet}>
            {t('cards.completeAddress')}
          </p>
        )}
        <DialogButtons>
          <SubmitButton
            processing={t('cards.saving')}
            disabled={isIncomplete}
            explains
            {...(isIncomplete && { describedBy: hintId })}
          >
            {save}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
