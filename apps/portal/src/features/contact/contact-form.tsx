import { contactLimits, contactMessageText, contactUs } from '@quayside/contract/contact.ts';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useTenant } from '../../lib/tenant.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { ReadOnlyNotice } from '../../ui/message/read-only-notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { filled, useForm } from '../../ui/form/use-form.ts';

/** A message to the office. If the marina lists no subjects, the reader types one (decision C3.17). */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation();
  const { accountGuid, isAccountUser } = useSession();
  const form = useForm({
    initialValues: { subject: '', message: '' },
    validate: {
      subject: filled('contactUs.selectSubject'),
      message: filled('contactUs.enterMessage'),
    },
  });

  const send = ({ subject, message }: { subject: string; message: string }) => {
    const body = { message: contactMessageText(subject.trim(), message.trim()) };
    return api(contactUs, { params: { guid: accountGuid }, body });
  };

  return (
    <Form form={form} onSubmit={send} onDone={onSent} failures={{ other: { title: 'contactUs.contactError' } }}>
      <SubjectField form={form} />
      <TextAreaField
        form={form}
        name="message"
        label={t('contactUs.message')}
        autoComplete="off"
        maxLength={contactLimits.message}
        required
      />
      <ReadOnlyNotice />
      <SubmitButton processing={t('contactUs.sending')} disabled={!isAccountUser}>
        {t('contactUs.send')}
      </SubmitButton>
    </Form>
  );
}

function SubjectField({ form }: { form: ReturnType<typeof useForm<{ subject: string; message: string }>> }) {
  const { t } = useTranslation();
  const { contactUsSubjects: subjects } = useTenant().lookups;
  const shared = { form, name: 'subject', label: t('contactUs.subject'), autoComplete: 'off', required: true } as const;
  if (subjects.length === 0) return <TextField {...shared} maxLength={contactLimits.subject} />;
  return (
    <SelectField
      {...shared}
      placeholder={t('contactUs.chooseSubject')}
      // The value is sent in the marina's language. The label may be one of its translations (decision C5.12).
      options={subjects.map((value) => ({ value, label: t(`contactUs.subjects.${value}`, { defaultValue: value }) }))}
    />
  );
}
