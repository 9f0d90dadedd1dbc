import type { BoatSummary } from '@quayside/contract/account/boats.ts';
import { IconSailboat } from '@tabler/icons-react';
import { useLength } from '../../lib/formats/use-length.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import { useSummary } from './use-summary.ts';
import styles from './widgets.module.css';

/** The account's boats by name, with their measurements. */
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
            <div className={styles.widget}>
              <RowList>
                {boats.map((boat) => (
                  <BoatRow key={boat.id} boat={boat} />
                ))}
              </RowList>
              <LinkButton to="/secure/boats">{t('dashboard.viewBoats', { count: boats.length })}</LinkButton>
            </div>
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
      <DescriptionList items={sizes.map(({ name, size }) => ({ name, value: length(size) }))} />
    </Row>
  );
}
