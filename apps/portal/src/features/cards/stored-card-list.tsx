import { Dotted } from '../../ui/dotted.tsx';
import type { BillingAddress, StoredCard } from '@quayside/contract/cards/cards.ts';
import { useMediaQuery } from '../../lib/browser/media-query.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { addressTitle } from './billing-address.ts';
import { CardBrand, CardDigits, cardName } from './card-label.tsx';
import { formatExpiry, issuerOf } from './issuers.ts';

interface Actions {
  onMakeDefault: (card: StoredCard) => Promise<void>;
  onChangeAddress: (card: StoredCard) => void;
  onDelete: (card: StoredCard) => void;
}

interface Props extends Actions {
  cards: readonly StoredCard[];
  addresses: readonly BillingAddress[];
}

/** The cards that the provider keeps. An expired one can only be deleted. */
export function StoredCardList({ cards, addresses, ...actions }: Props) {
  return (
    <RowList>
      {cards.map((card) => (
        <CardRow
          key={card.id}
          card={card}
          address={addresses.find(({ id }) => id === card.billingAddressId)}
          {...actions}
        />
      ))}
    </RowList>
  );
}

function CardRow({ card, address, ...actions }: { card: StoredCard; address: BillingAddress | undefined } & Actions) {
  const { t } = useTranslation();
  const isWide = useMediaQuery('(min-width: 768px)');
  const issuer = issuerOf(card.cardType);
  const number = (
    <Dotted>
      <CardDigits digits={card.lastDigits} />
      {card.nickName}
    </Dotted>
  );
  const brand = issuer ? (isWide ? issuer.label : issuer.shortLabel) : t('cards.otherBrand');
  const expiry = t('cards.expires', { expiry: formatExpiry(card.cardExpiry) });
  const bills = address && t('cards.billsTo', { address: addressTitle(address) });
  return (
    <Row
      icon={<CardBrand cardType={card.cardType} />}
      title={number}
      details={[brand, card.holderName, expiry, bills ?? '']}
      end={<CardActions card={card} {...actions} />}
    >
      <div>
        <CardState card={card} />
      </div>
    </Row>
  );
}

function CardState({ card: { hasExpired, defaultCardIndicator } }: { card: StoredCard }) {
  const { t } = useTranslation();
  if (hasExpired) return <StatusBadge tone="failed">{t('cards.cardExpired')}</StatusBadge>;
  return defaultCardIndicator && <StatusBadge tone="settled">{t('cards.currentDefault')}</StatusBadge>;
}

function CardActions({ card, onMakeDefault, onChangeAddress, onDelete }: { card: StoredCard } & Actions) {
  const { t } = useTranslation();
  const of = <VisuallyHidden> {cardName(card, t)}</VisuallyHidden>;
  return (
    <>
      {!card.hasExpired && !card.defaultCardIndicator && (
        <ActionButton variant="default" processing={t('cards.saving')} onAction={() => onMakeDefault(card)}>
          {t('cards.makeDefault')}
          {of}
        </ActionButton>
      )}
      {!card.hasExpired && (
        <Button type="button" variant="default" onClick={() => onChangeAddress(card)}>
          {t('cards.billingAddress')}
          {of}
        </Button>
      )}
      <Button type="button" variant="default" onClick={() => onDelete(card)}>
        {t('cards.delete')}
        {of}
      </Button>
    </>
  );
}
