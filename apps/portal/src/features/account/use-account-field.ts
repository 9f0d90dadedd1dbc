import {
  type AccountCircumstances,
  type AccountField,
  type AccountValues,
  accountLimits,
  isRequired,
} from '@quayside/contract/account-fields.ts';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import type { FormModel } from '../../ui/form/use-form.ts';
import { labelKeys } from './changed-elsewhere-alert.tsx';

export interface AccountFieldsProps {
  form: FormModel<AccountValues>;
  circumstances: AccountCircumstances;
  readOnly: boolean;
}

/**
 * Returns the props that all fields of the account share: label, limit, and the lock with its reason (decision
 * C5.9).
 */
export function useAccountField({ form, circumstances, readOnly }: AccountFieldsProps) {
  const { t } = useTranslation();
  const { allowAccountEdit } = useTenant().permissions;
  return (name: AccountField) => {
    const isLocked = circumstances.locked.has(name);
    return {
      form,
      name,
      label: t(labelKeys[name]),
      required: isRequired(name, form.values, circumstances),
      disabled: isLocked || readOnly,
      maxLength: accountLimits[name],
      ...(isLocked && allowAccountEdit ? { hint: t('account.fieldLocked') } : {}),
    };
  };
}
