import type { IneligibleCard } from '@quayside/contract/cards.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressFromAccount } from '../../../features/cards/billing-address.ts';
import { type CardAddress, CardAddressDialog } from '../../../features/cards/card-address-dialog.tsx';
import { CardDetailsDialog, type TypedCard } from './card-details-dialog.tsx';
import type { MyCardsData } from './use-my-cards.ts';

interface Props {
  title: string;
  facts: MyCardsData;
  /** The card that can't pay any more. Its name is known, and the bank must authenticate its customer. */
  replaces?: IneligibleCard;
  /** Keeps the card. The dialog shows its errors. */
  onKeep: (card: TypedCard & CardAddress) => Promise<void>;
  onClose: () => void;
}

/**
 * Adds a card in three steps (CARD-3): its details, which become a single-use token; its billing address; keeping
 * it. A token works once, so every failure leads back to the first step.
 */
export function NewCardDialog({ title, facts, replaces, onKeep, onClose }: Props) {
  const { t } = useTranslation();
  const { account, countries, profile } = facts;
  const [typed, setTyped] = useState<TypedCard | null>(null);
  const [names, setNames] = useState({
    holderName: replaces?.holderName ?? `${account.firstname} ${account.lastname}`.trim(),
    nickName: replaces?.nickName ?? '',
  });
  const [failure, setFailure] = useState<unknown>(null);
  if (!typed) {
    const goOn = (card: TypedCard) => {
      setNames(card);
      setFailure(null);
      setTyped(card);
    };
    return (
      <CardDetailsDialog
        title={title}
        facts={facts}
        names={names}
        recognises={replaces !== undefined}
        failure={failure}
        onFailureSeen={() => setFailure(null)}
        onDone={goOn}
        onClose={onClose}
      />
    );
  }
  const keep = async (choice: CardAddress) => {
    try {
      await onKeep({ ...typed, ...choice });
    } catch (error) {
      setFailure(error);
      setTyped(null);
    }
  };
  return (
    <CardAddressDialog
      title={title}
      save={t('cards.saveCard')}
      addresses={profile.addresses}
      countries={countries}
      chosenId={null}
      initial={addressFromAccount(account, countries)}
      onSave={keep}
      onClose={onClose}
    />
  );
}
