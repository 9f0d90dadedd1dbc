import { Dotted } from '../../ui/dotted.tsx';
import type { KeptCard } from '@quayside/contract/cards/card-components.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import { CardBrand, CardDigits, cardName } from './card-label.tsx';
import { formatExpiry, issuerOf } from './issuers.ts';

interface Props {
  cards: readonly KeptCard[];
  /** Renders the action at the row's end. `name` is the card's name. */
  action: (card: KeptCard, name: string) => ReactNode;
}

/** The cards that the provider keeps, each with its recognisable details. */
export function KeptCardList({ cards, action }: Props) {
  const { t } = useTranslation();
  return (
    <RowList>
      {cards.map((card) => {
        const brand = issuerOf(card.cardType)?.label ?? t('cards.otherBrand');
        return (
          <Row
            key={card.id}
            icon={<CardBrand cardType={card.cardType} />}
            title={
              <Dotted>
                <CardDigits digits={card.lastDigits} />
                {card.nickName}
              </Dotted>
            }
            details={[brand, card.holderName, t('cards.expires', { expiry: formatExpiry(card.cardExpiry) })]}
            end={
              <>
                {card.hasExpired && <StatusBadge tone="failed">{t('cards.cardExpired')}</StatusBadge>}
                {action(card, cardName(card, t))}
              </>
            }
          />
        );
      })}
    </RowList>
  );
}
