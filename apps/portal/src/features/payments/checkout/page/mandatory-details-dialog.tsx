import { lockedAccountFields } from '@quayside/contract/account/account-fields.ts';
import { isEmailAddress } from '@quayside/contract/shared/common.ts';
import { useId } from 'react';
import { useCountries } from '../../../../lib/queries/countries.ts';
import { useTenant } from '../../../../lib/tenant.ts';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../../../ui/form/form.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { SwitchRow } from '../../../../ui/form/switch.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { type BilledOrder, dialogStyles as styles } from '../checkout.exports.ts';
import { askableDetails, inputOfDetail, labelOfDetail } from './askable-details.ts';
import type { Details } from './page-checkout-flow.ts';
import { PaymentSummary } from './payment-summary.tsx';

type Name = (typeof askableDetails)[number] | 'countryCode';
type Values = Record<Name, string> & { keep: string };

interface Props {
  /** Names of the fields that the account lacks. */
  missing: readonly string[];
  orders: readonly BilledOrder[];
  /** True if the reader is the account's owner, who may save the details to it. */
  isOwner: boolean;
  onGoOn: (details: Details) => unknown;
  onCancel: () => void;
}

const blank = Object.fromEntries([...askableDetails, 'countryCode'].map((name) => [name, ''])) as Record<Name, string>;

/**
 * Asks for the details that the provider needs and the account lacks. They are used for this payment, and saved if
 * the owner chooses so.
 */
export function MandatoryDetailsDialog({ missing, orders, isOwner, onGoOn, onCancel }: Props) {
  const { t } = useTranslation();
  const { permissions } = useTenant();
  const reasonId = useId();
  const countries = useCountries().data?.countries ?? [];
  // The country's code decides its name, so the two share one input.
  const names = ([...askableDetails, 'countryCode'] as const).filter((name) => missing.includes(name));
  const locked = lockedAccountFields(permissions);
  const mayKeep = isOwner && names.some((name) => !locked.has(name));
  const form = useForm<Values>({
    initialValues: { ...blank, keep: '' },
    validate: Object.fromEntries(names.map((name) => [name, (value: string) => problemOf(name, value)])),
  });
  const isValid = names.every((name) => problemOf(name, form.values[name]) === null);
  const goOn = (values: Values) => {
    const country = countries.find(({ alpha2 }) => alpha2 === values.countryCode)?.name;
    const typed = Object.fromEntries(names.map((name) => [name, values[name].trim()]));
    return onGoOn({ account: { ...typed, ...(country && { country }) }, saveToAccount: values.keep === 'yes' });
  };
  return (
    <Dialog title={t('payments.missingTitle')} onClose={onCancel}>
      <PaymentSummary orders={orders} />
      <p className={styles.hint}>{t(isOwner ? 'payments.missingInfo' : 'quickPay.missingInfo')}</p>
      <Form form={form} onSubmit={goOn}>
        {names.map((name) =>
          name === 'countryCode' ? (
            <SelectField
              key={name}
              form={form}
              name={name}
              autoComplete="country"
              label={t('account.country')}
              placeholder={t('payments.pleaseSelect')}
              options={countries.map(({ alpha2, name: label }) => ({ value: alpha2, label }))}
            />
          ) : (
            <TextField key={name} form={form} name={name} label={t(labelOfDetail(name))} {...inputOfDetail(name)} />
          ),
        )}
        {mayKeep && (
          <SwitchRow
            label={t('payments.missingKeep')}
            checked={form.values.keep === 'yes'}
            onChange={(isOn) => form.setFieldValue('keep', isOn ? 'yes' : '')}
          />
        )}
        {!isValid && <p id={reasonId}>{t('payments.detailsFirst')}</p>}
        <DialogButtons>
          <SubmitButton
            processing={t('payments.opening')}
            disabled={!isValid}
            describedBy={isValid ? undefined : reasonId}
          >
            {t('payments.continueToCheckout')}
          </SubmitButton>
          <ActionButton variant="default" onAction={onCancel}>
            {t('payments.cancel')}
          </ActionButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

function problemOf(name: string, value: string): string | null {
  if (value.trim() === '') return 'payments.missingRequired';
  return name === 'email' && !isEmailAddress(value.trim()) ? 'account.emailInvalid' : null;
}
