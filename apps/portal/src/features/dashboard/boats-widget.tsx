import type { BoatSummary } from '@quayside/contract/dashboard.ts';
import { IconSailboat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Row, RowList } from '../../ui/row-list.tsx';
import { useSummary } from './use-summary.ts';
import styles from './widgets.module.css';

/** The account's boats by name, with what a marina needs to know of them. */
export function BoatsWidget() {
  const { t } = useTranslation();
  const query = useSummary();
  return (
    <Card title={t('dashboard.boats', { count: query.data?.boats.length ?? 2 })}>
      <Loaded query={query} failed={t('dashboard.boatsNotLoaded')} skeleton={[112, 112]}>
        {({ boats }) =>
          boats.length === 0 ? (
            <EmptyState small>{t('dashboard.noBoats')}</EmptyState>
          ) : (
            <RowList>
              {boats.map((boat, place) => (
                <BoatRow key={place} boat={boat} />
              ))}
            </RowList>
          )
        }
      </Loaded>
    </Card>
  );
}

function BoatRow({ boat }: { boat: BoatSummary }) {
  const { t } = useTranslation();
  const length = useLength();
  const sticker = boat.currentStickerNumber;
  const sizes = [
    { name: t('dashboard.length'), size: boat.length },
    { name: t('dashboard.beam'), size: boat.beam },
    { name: t('dashboard.draft'), size: boat.draft },
  ];
  return (
    <Row
      icon={<IconSailboat size={24} aria-hidden="true" />}
      title={boat.name}
      details={[boat.type, boat.relationship, sticker && t('dashboard.sticker', { number: sticker })]}
    >
      <dl className={styles.sizes}>
        {sizes.map(({ name, size }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{length(size)}</dd>
          </div>
        ))}
      </dl>
    </Row>
  );
}

/** Writes a length in the tenant's measurement system, in which it arrives (decision C3.4). */
function useLength(): (length: number) => string {
  const { i18n } = useTranslation();
  const { culture } = useTenant();
  const unit = culture.measurementSystem === 'Imperial' ? 'ft' : 'm';
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return (length) => `${length.toLocaleString(i18n.language, decimals)} ${unit}`;
}
