import { isEmailAddress } from '@quayside/contract/common.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { Alert } from '../../../../ui/message/alert.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../../../ui/form/form.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import {
  type AuthenticationProfile,
  type ContactDetails,
  isContactNumber,
  profileFromInput,
} from '../checkout.face.ts';

interface Props {
  onDone: (profile: AuthenticationProfile) => void;
  onCancel: () => void;
}

/** Returns a rule that reports an invalid value, unless another value is valid. Then only the valid one is used. */
const unlessAnotherIs =
  (isRight: (value: string) => boolean, problem: string) => (value: string, all: ContactDetails) =>
    value && !isRight(value) && !profileFromInput(all) ? problem : null;

/** Asks for contact data for the bank if the account has none (CARD-5). One valid value is enough. */
export function ContactDialog({ onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const [warned, setWarned] = useState(false);
  const form = useForm<ContactDetails>({
    initialValues: { email: '', phone: '', mobile: '' },
    validate: {
      email: unlessAnotherIs(isEmailAddress, 'payments.contact.enterEmail'),
      phone: unlessAnotherIs(isContactNumber, 'payments.contact.enterNumber'),
      mobile: unlessAnotherIs(isContactNumber, 'payments.contact.enterNumber'),
    },
  });
  const submit = (values: ContactDetails) => {
    const profile = profileFromInput(values);
    if (profile) onDone(profile);
    else setWarned(true);
  };
  return (
    <Dialog title={t('payments.contact.title')} size="question" onClose={onCancel}>
      <Form form={form} onSubmit={submit}>
        <p>{t('payments.contact.why')}</p>
        {warned && <Alert kind="warning">{t('payments.contact.oneNeeded')}</Alert>}
        <TextField form={form} name="email" type="email" label={t('payments.contact.email')} autoComplete="email" />
        <TextField form={form} name="phone" type="tel" label={t('payments.contact.phone')} autoComplete="tel" />
        <TextField form={form} name="mobile" type="tel" label={t('payments.contact.mobile')} autoComplete="tel" />
        <SubmitButton processing={t('payments.contact.ok')}>{t('payments.contact.ok')}</SubmitButton>
        <ActionButton variant="default" processing={t('payments.cancel')} onAction={onCancel} fullWidth>
          {t('payments.cancel')}
        </ActionButton>
      </Form>
    </Dialog>
  );
}
