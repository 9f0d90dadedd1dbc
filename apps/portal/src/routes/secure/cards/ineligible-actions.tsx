import type { IneligibleCard } from '@quayside/contract/cards/cards.ts';
import { cardName } from '../../../features/cards/card-label.tsx';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

interface Props {
  card: IneligibleCard;
  /** `elsewhere`: a link leads to the page that registers cards. Undefined: this marina keeps no cards. */
  onRegister: (() => void) | 'elsewhere' | undefined;
  onDelete: () => void;
}

/** The actions for a card that can't pay any more (C2.40). */
export function IneligibleActions({ card, onRegister, onDelete }: Props) {
  const { t } = useTranslation();
  const of = <VisuallyHidden> {cardName(card, t)}</VisuallyHidden>;
  return (
    <>
      {onRegister === 'elsewhere' && (
        <LinkButton to="/secure/manage-payment-methods" search={{ register: card.id }} reloadDocument variant="filled">
          {t('cards.register')}
          {of}
        </LinkButton>
      )}
      {typeof onRegister === 'function' && (
        <Button type="button" onClick={onRegister}>
          {t('cards.register')}
          {of}
        </Button>
      )}
      <Button type="button" variant="default" onClick={onDelete}>
        {t('cards.delete')}
        {of}
      </Button>
    </>
  );
}
