import type { StoredCard } from '@quayside/contract/cards/cards.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CardBrand, CardDigits } from './card-label.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import styles from './choices.module.css';
import { formatExpiry } from './issuers.ts';

/** The visible details of a stored card of any provider. */
export type ShownCard = Pick<StoredCard, 'cardType' | 'lastDigits' | 'cardExpiry' | 'nickName' | 'hasExpired'> &
  Partial<Pick<StoredCard, 'defaultCardIndicator'>>;

/** A stored card by itself. */
export function StoredCardLine({ card }: { card: ShownCard }) {
  return (
    <p className={styles.line}>
      <StoredCardText card={card} />
    </p>
  );
}

/** Brand, last digits, expiry. */
export function StoredCardText({ card }: { card: ShownCard }) {
  const { t } = useTranslation();
  return (
    <>
      <CardBrand cardType={card.cardType} />
      <span className={styles.text}>
        <Dotted>
          <CardDigits digits={card.lastDigits} />
          {card.nickName}
        </Dotted>
        <span className={styles.quiet}>
          <Dotted>
            {t('cards.expires', { expiry: formatExpiry(card.cardExpiry) })}
            {card.defaultCardIndicator && !card.hasExpired && t('cards.currentDefault')}
          </Dotted>
        </span>
        {card.hasExpired && (
          <span>
            <StatusBadge tone="failed">{t('cards.cardExpired')}</StatusBadge>
          </span>
        )}
      </span>
    </>
  );
}
