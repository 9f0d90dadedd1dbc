import type { StoredCard } from '@quayside/contract/cards/cards.ts';
import { type Translate, useTranslation } from '../../lib/texts/texts.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './choices.module.css';
import { issuerOf } from './issuers.ts';

/** The logo of a card's brand, 24 px high, with a name for screen readers. It is our own plain drawing. */
export function CardBrand({ cardType }: { cardType: string }) {
  const { t } = useTranslation();
  const issuer = issuerOf(cardType);
  return (
    <svg
      className={styles.brand}
      viewBox="0 0 38 24"
      width="38"
      height="24"
      role="img"
      aria-label={issuer?.label ?? t('cards.otherBrand')}
    >
      <rect x="0.5" y="0.5" width="37" height="23" rx="3.5" fill="#fff" stroke="#c3cdd6" />
      {issuer?.name === 'visa' && <BrandWord fill="#1a1f71" text="VISA" />}
      {issuer?.name === 'amex' && <BrandWord fill="#006fcf" text="AMEX" />}
      {issuer?.name === 'mastercard' && (
        <>
          <circle cx="15.5" cy="12" r="7" fill="#eb001b" />
          <circle cx="22.5" cy="12" r="7" fill="#f79e1b" fillOpacity="0.85" />
        </>
      )}
      {issuer === null && <path d="M1 7h36v4H1zM5 16h9v2H5z" fill="#51647a" />}
    </svg>
  );
}

function BrandWord({ text, fill }: { text: string; fill: string }) {
  return (
    <text x="19" y="16" textAnchor="middle" fontSize="10" fontWeight="800" fontFamily="inherit" fill={fill}>
      {text}
    </text>
  );
}

/** The last digits of a card behind stars. Both keep their order in right-to-left languages. */
export function CardDigits({ digits }: { digits: string }) {
  const { t } = useTranslation();
  return (
    <>
      <bdi dir="ltr" aria-hidden="true">
        **** {digits}
      </bdi>
      <VisuallyHidden>{t('cards.ending', { digits })}</VisuallyHidden>
    </>
  );
}

/** Returns the name of a card for use in a sentence: `Visa ending 1000 (Boat card)`. */
export function cardName(card: Pick<StoredCard, 'cardType' | 'lastDigits' | 'nickName'>, t: Translate): string {
  const brand = issuerOf(card.cardType)?.label ?? t('cards.otherBrand');
  const name = `${brand} ${t('cards.ending', { digits: card.lastDigits })}`;
  return card.nickName ? `${name} (${card.nickName})` : name;
}
