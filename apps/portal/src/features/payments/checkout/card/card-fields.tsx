import { useTranslation } from 'react-i18next';
import { useFormState } from '../../../../ui/form/form.tsx';
import styles from './card-fields.module.css';
import type { HostedFieldName, HostedFields } from '../../drivers/card-driver.ts';
import { HostedFieldBox } from './hosted-field-box.tsx';
import { SlowFieldsNotice } from './slow-fields-notice.tsx';
import type { FieldStates } from './use-hosted-fields.ts';

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
