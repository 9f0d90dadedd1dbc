import { addressLimits } from '@quayside/contract/cards/cards.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { AddressFields } from './address-fields.tsx';
import { type AddressValues, addressProblems } from './billing-address.ts';
import { useProviderRefusal } from './provider-error-dialog.tsx';

interface Props {
  title: string;
  initial: AddressValues;
  /** The countries that the provider accepts. */
  countries: readonly Country[];
  /** Saves the address. The dialog shows its errors. */
  onSave: (address: AddressValues) => Promise<void>;
  onClose: () => void;
}

/** Adds or changes a billing address. */
export function BillingAddressDialog({ title, initial, countries, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const refusal = useProviderRefusal();
  const checkField = (name: 'country' | 'state') => (_: string, values: AddressValues) =>
    addressProblems(values, countries, 'country')[name] ?? null;
  const form = useForm<AddressValues>({
    initialValues: initial,
    validate: { country: checkField('country'), state: checkField('state') },
  });
  return (
    <Dialog title={title} size="extra-large" onClose={onClose}>
      <Form form={form} onSubmit={onSave} failures={refusal.failures}>
        {refusal.dialog}
        <TextField
          form={form}
          name="nickName"
          label={t('cards.addressNickName')}
          hint={t('cards.addressNickNameHint')}
          autoComplete="off"
          maxLength={addressLimits.nickName}
        />
        <AddressFields form={form} countries={countries} required="country" />
        <DialogButtons>
          <SubmitButton processing={t('cards.saving')}>{t('cards.saveAddress')}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
