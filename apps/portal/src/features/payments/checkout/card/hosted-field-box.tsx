import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HostedFieldName, HostedFields } from '../../drivers/card-driver.ts';
import styles from './hosted-field-box.module.css';
import { containerId, type FieldStates } from './use-hosted-fields.ts';

interface Props {
  name: HostedFieldName;
  /** The id that the error summary links to. */
  id?: string;
  states: FieldStates;
  /** Undefined until the frames have loaded. */
  fields: HostedFields | undefined;
  hint?: string;
  /** The text key of the error. Without it, the field shows its own error after it was left. */
  error?: string | undefined;
  /** The provider refused the card as a whole. */
  isRefused?: boolean;
}

const errors: Record<HostedFieldName, string> = {
  cardNumber: 'cards.enterCardNumber',
  expiryDate: 'cards.enterExpiryDate',
  cvv: 'cards.enterSecurityCode',
};

/** The place of a frame of the provider. It looks like one of our fields. */
export function HostedFieldBox({ name, id, states, fields, hint, error, isRefused = false }: Props) {
  const { t } = useTranslation();
  const state = states[name];
  const shownError =
    state.isValid || state.hasFocus
      ? undefined
      : (error ?? (state.wasLeft && !state.isEmpty ? errors[name] : undefined));
  return (
    <div
      id={id}
      tabIndex={-1}
      className={styles.field}
      onFocus={({ target, currentTarget }) => target === currentTarget && fields?.focus(name)}
    >
      <span className={styles.label}>{t(`cards.${name}`)}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
      <div
        id={containerId(name)}
        className={styles.frame}
        data-invalid={shownError !== undefined || isRefused || undefined}
        data-focused={state.hasFocus || undefined}
        data-loading={fields === undefined || undefined}
      />
      {shownError && (
        <span className={styles.error}>
          <IconAlertCircle size={16} aria-hidden />
          {t(shownError)}
        </span>
      )}
    </div>
  );
}
