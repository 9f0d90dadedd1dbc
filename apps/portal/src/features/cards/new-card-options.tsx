import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field.tsx';
import { addressLimits } from './billing-address.ts';
import type { CheckoutForm } from './checkout-values.ts';
import styles from './choices.module.css';

/** Whether the new card is kept for next time, and by what name. Says what is stored and by whom (decision P3.3). */
export function NewCardOptions({ form }: { form: CheckoutForm }) {
  const { t } = useTranslation();
  const { rememberCard } = form.values;
  return (
    <>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={rememberCard}
          onChange={(event) => form.setFieldValue('rememberCard', event.currentTarget.checked)}
        />
        <span>
          {t('cards.remember')}
          <span className={styles.quiet}> {t('cards.rememberHint')}</span>
        </span>
      </label>
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
