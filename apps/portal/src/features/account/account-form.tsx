import type { AccountCircumstances, AccountValues } from '@quayside/contract/account-fields.ts';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, type FormProps, SubmitButton } from '../../ui/form/form.tsx';
import { ReadOnlyNotice } from '../../ui/message/read-only-notice.tsx';
import type { FormModel } from '../../ui/form/use-form.ts';
import styles from './account.module.css';
import { AddressFields } from './address-fields.tsx';
import { ChangedElsewhereAlert } from './changed-elsewhere-alert.tsx';
import { ContactFields } from './contact-fields.tsx';
import { NameFields } from './name-fields.tsx';
import type { ElsewhereChange } from './changed-elsewhere.ts';

interface Props {
  form: FormModel<AccountValues>;
  circumstances: AccountCircumstances;
  /** Changes made elsewhere that the last save met. */
  changes: readonly ElsewhereChange[] | undefined;
  submit: Pick<FormProps<AccountValues, void>, 'onSubmit' | 'failures'>;
  /** True for staff, who may look but not change anything. */
  readOnly: boolean;
}

/** The form of the account's details. The tenant decides which of them its owner may change (ACC-1). */
export function AccountForm({ form, circumstances, changes, submit, readOnly }: Props) {
  const { t } = useTranslation();
  const { allowAccountEdit } = useTenant().permissions;
  const fields = { form, circumstances, readOnly };
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
