import type { KeptCard } from '@quayside/contract/cards/card-components.ts';
import type { BillingAddress, CardVaultProfile, IneligibleCard, StoredCard } from '@quayside/contract/cards/cards.ts';
import { deleteBillingAddress, deleteCard } from '@quayside/contract/cards/stored-cards.ts';
import { flushSync } from 'react-dom';
import { addressTitle } from '../../../features/cards/billing-address.ts';
import { cardName } from '../../../features/cards/card-label.tsx';
import { useForgetIneligible } from '../../../features/cards/use-ineligible-cards.ts';
import { useForgetKept } from '../../../features/cards/use-kept-cards.ts';
import { useVault } from '../../../features/cards/use-vault.ts';
import { api } from '../../../lib/calls/api.ts';
import { type Translate, useTranslation } from '../../../lib/texts/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import { QuestionDialog } from '../../../ui/dialog/question-dialog.tsx';

/** The item to delete. */
export type Deletion =
  | { kind: 'deleteCard'; card: StoredCard }
  | { kind: 'deleteIneligible'; card: IneligibleCard }
  | { kind: 'deleteKept'; card: KeptCard }
  | { kind: 'deleteAddress'; address: BillingAddress };

interface Props {
  open: Deletion;
  /** The profile that the item belongs to. A card that can't pay any more belongs to none. */
  profile?: CardVaultProfile;
  onClose: () => void;
}

const none: CardVaultProfile = { id: '', cards: [], addresses: [] };

/** Asks for confirmation before a delete, and names the next default (decision P5.11). */
export function DeleteDialog({ open, profile = none, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useRemoval(open, profile);
  const { title, text, next, done } = wordsOf(open, profile, t);
  const yes = async () => {
    await remove();
    showToast({ kind: 'success', message: done });
    // While the dialog is open, nothing behind it takes the focus.
    flushSync(onClose);
    // Its row is gone, and so is the button that had the focus.
    const around = [...document.querySelectorAll('dialog:modal')].at(-1);
    (around?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  };
  return (
    <QuestionDialog
      title={title}
      yes={t('cards.yesDelete')}
      no={t('cards.noKeep')}
      processing={t('cards.deleting')}
      onYes={yes}
      onNo={onClose}
    >
      <p>{text}</p>
      {next && <p>{next}</p>}
    </QuestionDialog>
  );
}

function useRemoval(open: Deletion, { id }: CardVaultProfile): () => Promise<void> {
  const change = useVault();
  const forgetIneligible = useForgetIneligible();
  const forgetKept = useForgetKept();
  return () => {
    switch (open.kind) {
      case 'deleteCard':
        return change(api(deleteCard, { params: { id, cardId: open.card.id }, query: {}, body: {} }));
      case 'deleteAddress':
        return change(api(deleteBillingAddress, { params: { id, addressId: open.address.id }, query: {}, body: {} }));
      case 'deleteIneligible':
        return forgetIneligible(open.card.id);
      case 'deleteKept':
        return forgetKept(open.card.id);
    }
  };
}

function wordsOf(open: Deletion, profile: CardVaultProfile, t: Translate) {
  if (open.kind === 'deleteAddress') {
    const next = nextAddress(open.address, profile.addresses);
    return {
      title: t('cards.deleteAddressTitle'),
      text: t('cards.deleteText', { name: addressTitle(open.address) }),
      next: next && t('cards.nextDefaultAddress', { name: addressTitle(next) }),
      done: t('cards.addressDeleted'),
    };
  }
  const next = open.kind === 'deleteCard' ? nextCard(open.card, profile.cards) : undefined;
  const text = open.kind === 'deleteIneligible' ? 'cards.deleteIneligibleText' : 'cards.deleteText';
  return {
    title: t('cards.deleteCardTitle'),
    text: t(text, { name: cardName(open.card, t) }),
    next: next && t('cards.nextDefaultCard', { name: cardName(next, t) }),
    done: t('cards.cardDeleted'),
  };
}

const nextCard = (card: StoredCard, cards: readonly StoredCard[]) =>
  card.defaultCardIndicator ? cards.findLast(({ id, hasExpired }) => id !== card.id && !hasExpired) : undefined;

const nextAddress = (address: BillingAddress, addresses: readonly BillingAddress[]) =>
  address.isDefault ? addresses.findLast(({ id }) => id !== address.id) : undefined;
