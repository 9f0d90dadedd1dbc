import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '../../../ui/form/radio-cards.tsx';
import styles from './pay-panel.module.css';

interface Props {
  providers: readonly PaymentProvider[];
  chosenKey: string | null;
  onChoose: (key: string) => void;
}

/** A radio button for each provider. A single one is shown and checked (decision P2.21). */
export function ProviderChoice({ providers, chosenKey, onChoose }: Props) {
  const { t } = useTranslation();
  const options = providers.map(({ key, displayName, logo }) => ({
    value: key,
    label: displayName,
    aside: logo !== null && <img className={styles.logo} src={logo} alt="" />,
  }));
  return (
    <div className={styles.providers}>
      <RadioCards legend={t('payments.payWith')} options={options} chosen={chosenKey} onChoose={onChoose} />
    </div>
  );
}
