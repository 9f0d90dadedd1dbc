import { IconCreditCard } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { somethingNew } from './checkout-values.ts';
import styles from './choices.module.css';
import { type ShownCard, StoredCardText } from './stored-card-line.tsx';

interface Props {
  cards: readonly (ShownCard & { id: string })[];
  chosenId: string;
  onChoose: (id: string) => void;
}

/** A choice between the stored cards and a new one. An expired card can't be chosen. */
export function StoredCardChoice({ cards, chosenId, onChoose }: Props) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{t('cards.payWithCard')}</legend>
      {cards.map((card) => (
        <label key={card.id} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={card.id === chosenId}
            disabled={card.hasExpired}
            onChange={() => onChoose(card.id)}
          />
          <StoredCardText card={card} />
        </label>
      ))}
      <label className={styles.choice}>
        <input type="radio" name={name} checked={chosenId === somethingNew} onChange={() => onChoose(somethingNew)} />
        <IconCreditCard size={24} aria-hidden />
        <span className={styles.text}>{t('cards.useNewCard')}</span>
      </label>
    </fieldset>
  );
}
