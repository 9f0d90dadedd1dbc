import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pay-panel.module.css';

interface Props {
  providers: readonly PaymentProvider[];
  chosenKey: string | null;
  onChoose: (key: string) => void;
}

/** A radio for each provider; with a single one it is there and checked (decision P2.21). */
export function ProviderChoice({ providers, chosenKey, onChoose }: Props) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={styles.providers}>
      <legend>{t('payments.payWith')}</legend>
      {providers.map(({ key, value, displayName, logo }) => (
        <label key={key} className={styles.provider}>
          <input type="radio" name={name} value={value} checked={key === chosenKey} onChange={() => onChoose(key)} />
          {displayName}
          {logo !== null && <img src={logo} alt="" />}
        </label>
      ))}
    </fieldset>
  );
}
