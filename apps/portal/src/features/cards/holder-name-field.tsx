import { longestHolderName } from '@quayside/contract/cards/cards.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import type { FormModel } from '../../ui/form/use-form.ts';

/** The name on a new card. */
export function HolderNameField<Values extends { holderName: string }>({ form }: { form: FormModel<Values> }) {
  const { t } = useTranslation();
  return (
    <TextField
      form={form}
      name="holderName"
      label={t('cards.holderName')}
      autoComplete="cc-name"
      maxLength={longestHolderName}
    />
  );
}
