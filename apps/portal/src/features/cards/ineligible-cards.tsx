import type { IneligibleCard } from '@quayside/contract/cards/cards.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import { CardBrand, CardDigits } from './card-label.tsx';
import styles from './ineligible-cards.module.css';
import { formatExpiry } from './issuers.ts';

interface Props {
  cards: readonly IneligibleCard[];
  /** The level of the heading in its surroundings. */
  level?: 2 | 3;
  /** Register and delete, at the row's end. */
  action?: (card: IneligibleCard) => ReactNode;
}

/** Stored cards that can't pay any more, each with the reason. Hidden if there is none. */
export function IneligibleCards({ cards, level = 3, action }: Props) {
  const { t } = useTranslation();
  const Heading = level === 2 ? 'h2' : 'h3';
  if (cards.length === 0) return null;
  return (
    <section className={styles.section}>
      <header>
        <Heading>{t('cards.ineligibleTitle')}</Heading>
        <p>{t('cards.ineligibleMessage')}</p>
      </header>
      <RowList>
        {cards.map((card) => (
          <CardRow key={card.id} card={card} action={action} />
        ))}
      </RowList>
    </section>
  );
}

function CardRow({ card, action }: { card: IneligibleCard; action: Props['action'] }) {
  const { t } = useTranslation();
  const reasons = {
    expired: t('cards.ineligible.expired'),
    'no-sca': t('cards.ineligible.noSca'),
    migrated: t('cards.ineligible.migrated'),
  };
  const expiry = t('cards.expires', { expiry: formatExpiry(card.cardExpiry) });
  return (
    <Row
      icon={<CardBrand cardType={card.cardType} />}
      title={<CardDigits digits={card.lastDigits} />}
      details={[card.nickName, card.holderName, expiry, reasons[card.reason]]}
      end={action?.(card)}
    />
  );
}
