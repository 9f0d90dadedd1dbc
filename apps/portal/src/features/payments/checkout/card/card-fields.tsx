import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { useFormState } from '../../../../ui/form/form.tsx';
import { FieldError } from '../../../../ui/form/field.tsx';
import styles from './card-fields.module.css';
import type { HostedFieldName, HostedFields } from '../../drivers/card-driver.ts';
import { type FieldStates, containerId } from './use-hosted-fields.ts';
import { Alert } from '../../../../ui/message/alert.tsx';

interface Props {
  states: FieldStates;
  /** Undefined until the frames have loaded. */
  fields: HostedFields | undefined;
  /** Text keys of the errors, by field. */
  errors: Partial<Record<HostedFieldName, string>>;
  /** The provider refused the card as a whole. */
  isRefused: boolean;
}

/** Number, expiry and security code of a new card: three frames of the provider. */
export function CardFields({ states, fields, errors, isRefused }: Props) {
  const { t } = useTranslation();
  const { fieldId } = useFormState();
  const of = (name: HostedFieldName) => ({ name, id: fieldId(name), states, fields, isRefused, error: errors[name] });
  return (
    <div className={styles.fields}>
      {!fields && <SlowFieldsNotice />}
      <HostedFieldBox {...of('cardNumber')} />
      <div className={styles.pair}>
        <HostedFieldBox {...of('expiryDate')} hint={t('cards.expiryHint')} />
        <HostedFieldBox {...of('cvv')} hint={t('cards.securityCodeHint')} />
      </div>
    </div>
  );
}

const patience = 10_000;

/** Offers a reload if the provider's fields take too long to load (decision P8.4). */
export function SlowFieldsNotice() {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <Alert
      kind="warning"
      action={
        <button type="button" className={styles.reload} onClick={() => location.reload()}>
          {t('cards.reloadPage')}
        </button>
      }
    >
      {t('cards.paysafeInitilisationError')}
    </Alert>
  );
}

interface BoxProps {
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
export function HostedFieldBox({ name, id, states, fields, hint, error, isRefused = false }: BoxProps) {
  const { t } = useTranslation();
  const state = states[name];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It got the focus before it had a frame to pass it on to.
    if (document.activeElement === box.current) fields?.focus(name);
  }, [fields, name]);
  const shownError =
    state.isValid || state.hasFocus
      ? undefined
      : (error ?? (state.wasLeft && !state.isEmpty ? errors[name] : undefined));
  return (
    <div
      ref={box}
      id={id}
      tabIndex={-1}
      className={styles.field}
      data-frame
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
      {shownError && <FieldError>{t(shownError)}</FieldError>}
    </div>
  );
}
