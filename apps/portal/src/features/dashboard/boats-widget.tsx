import type { Summary } from '@quayside/contract/dashboard.ts';
import { IconSailboat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import { Card } from '../../ui/card.tsx';
import { useSummary } from './use-summary.ts';
import styles from './widgets.module.css';

/** The account's boats. Absent while nothing of them is known: the orders' widget says what failed. */
export function BoatsWidget() {
  const { t } = useTranslation();
  const { data } = useSummary();
  if (!data || data.boats.length === 0) return null;
  return (
    <Card title={t('dashboard.boats', { count: data.boats.length })}>
      <ul className={styles.boats}>
        {data.boats.map((boat) => (
          <BoatLine key={`${boat.name} ${boat.currentStickerNumber}`} boat={boat} />
        ))}
      </ul>
    </Card>
  );
}

function BoatLine({ boat }: { boat: Summary['boats'][number] }) {
  const { i18n } = useTranslation();
  const { culture } = useTenant();
  const unit = culture.measurementSystem === 'Imperial' ? 'ft' : 'm';
  const size = [boat.length, boat.beam].map((length) =>
    length.toLocaleString(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  );
  return (
    <li>
      <IconSailboat size={24} aria-hidden />
      <span className={styles.boat}>
        <strong>{boat.name}</strong>
        <span>
          {boat.type} · {size.join(' × ')} {unit}
        </span>
      </span>
    </li>
  );
}
