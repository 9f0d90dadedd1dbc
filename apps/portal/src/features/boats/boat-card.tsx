import type { BoatSummary } from '@quayside/contract/account/boats.ts';
import type { ReactNode } from 'react';
import { useLength } from '../../lib/formats/use-length.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import styles from './boats.module.css';

interface Props {
  boat: BoatSummary;
  /** The boat's place and the status of its documents. */
  children: ReactNode;
}

/** The marina's details of a boat (decision C2.13). */
export function BoatCard({ boat, children }: Props) {
  const { t } = useTranslation();
  const length = useLength();
  const { length: overall, beam, draft, currentStickerNumber: sticker } = boat;
  const items = [
    { name: t('dashboard.length'), value: length(overall) },
    { name: t('dashboard.beam'), value: length(beam) },
    { name: t('dashboard.draft'), value: length(draft) },
    ...(sticker === null ? [] : [{ name: t('boats.stickerNumber'), value: sticker }]),
  ];
  return (
    <Card title={boat.name} aside={<span className={styles.relationship}>{boat.relationship}</span>}>
      <div className={styles.boat}>
        <p className={styles.type}>{boat.type}</p>
        <DescriptionList items={items} />
        {children}
      </div>
    </Card>
  );
}
