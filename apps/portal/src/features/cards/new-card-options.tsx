import { addressLimits } from '@quayside/contract/cards/cards.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { FieldError } from '../../ui/form/field.tsx';
import { useFormState } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { FormModel } from '../../ui/form/use-form.ts';
import type { KeepingValues } from './checkout-values.ts';
import styles from './choices.module.css';

/** Lets the reader keep the new card under a name. Tells which data is stored and by whom (decision P3.3). */
export function NewCardOptions<Values extends KeepingValues>({ form }: { form: FormModel<Values> }) {
  const { t } = useTranslation();
  const { rememberCard } = form.values;
  const { fieldId } = useFormState();
  const error: string | undefined = form.errors.rememberCard;
  return (
    <>
      <label className={styles.tick}>
        <input
          id={fieldId('rememberCard')}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && fieldId('rememberCard-error')}
          checked={rememberCard}
          onChange={(event) => form.setFieldValue('rememberCard', event.currentTarget.checked)}
        />
        <span>
          {t('cards.remember')}
          <span className={styles.quiet}> {t('cards.rememberHint')}</span>
        </span>
      </label>
      {error && <FieldError id={fieldId('rememberCard-error')}>{t(error)}</FieldError>}
      {rememberCard && (
        <TextField
          form={form}
          name="nickName"
          label={t('cards.nickName')}
          hint={t('cards.nickNameHint')}
          autoComplete="off"
          maxLength={addressLimits.nickName}
        />
      )}
    </>
  );
}
