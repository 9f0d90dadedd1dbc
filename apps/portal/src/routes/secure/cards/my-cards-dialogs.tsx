import type { BillingAddress, IneligibleCard, StoredCard } from '@quayside/contract/cards/cards.ts';
import {
  addAddressToCard,
  addBillingAddress,
  addCard,
  newProfile,
  registerIneligibleCard,
  updateBillingAddress,
  updateCard,
} from '@quayside/contract/cards/stored-cards.ts';
import { addressFromAccount, addressValues } from '../../../features/cards/billing-address.ts';
import { BillingAddressDialog } from '../../../features/cards/billing-address-dialog.tsx';
import { type CardAddress, CardAddressDialog } from '../../../features/cards/card-address-dialog.tsx';
import { cardName } from '../../../features/cards/card-label.tsx';
import { useVault } from '../../../features/cards/use-vault.ts';
import { api } from '../../../lib/calls/api.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import { DeleteDialog, type Deletion } from './delete-dialog.tsx';
import { NewCardDialog } from './new-card-dialog.tsx';
import type { MyCardsData } from './use-my-cards.ts';

/** The dialog that is open over the stored cards. */
export type OpenDialog =
  | { kind: 'addCard' | 'addAddress' }
  | { kind: 'register'; card: IneligibleCard }
  | { kind: 'cardAddress'; card: StoredCard }
  | { kind: 'editAddress'; address: BillingAddress }
  | Deletion;

interface Props {
  open: OpenDialog;
  data: MyCardsData;
  onClose: () => void;
}

export function MyCardsDialogs({ open, data, onClose }: Props) {
  const { t } = useTranslation();
  const { account, countries, profile } = data;
  const save = useSaving(data, onClose);
  const dialog = { countries, onClose };
  const fresh = addressFromAccount(account, countries);
  switch (open.kind) {
    case 'addCard':
      return <NewCardDialog title={t('cards.addCard')} data={data} onKeep={save.card} onClose={onClose} />;
    case 'register': {
      const title = t('cards.registerTitle', { digits: open.card.lastDigits });
      const keep = save.instead(open.card);
      return <NewCardDialog title={title} replaces={open.card} data={data} onKeep={keep} onClose={onClose} />;
    }
    case 'cardAddress':
      return (
        <CardAddressDialog
          {...dialog}
          title={cardName(open.card, t)}
          save={t('cards.saveAddress')}
          addresses={profile.addresses}
          chosenId={open.card.billingAddressId}
          initial={fresh}
          onSave={save.addressOf(open.card)}
        />
      );
    case 'addAddress':
      return (
        <BillingAddressDialog {...dialog} title={t('cards.addAddress')} initial={fresh} onSave={save.newAddress} />
      );
    case 'editAddress': {
      const initial = addressValues(open.address);
      const onSave = save.address(open.address);
      return <BillingAddressDialog {...dialog} title={t('cards.editAddress')} initial={initial} onSave={onSave} />;
    }
    default:
      return <DeleteDialog open={open} profile={profile} onClose={onClose} />;
  }
}

/** Returns the dialogs' save functions. Each closes its dialog and shows a toast, or throws the error. */
function useSaving({ profile }: MyCardsData, onClose: () => void) {
  const { t } = useTranslation();
  const { accountGuid } = useSession();
  const change = useVault();
  const id = profile.id || newProfile;
  const done = async (work: Parameters<typeof change>[0], message: string) => {
    await change(work);
    showToast({ kind: 'success', message });
    onClose();
  };
  type NewCard = Parameters<Parameters<typeof NewCardDialog>[0]['onKeep']>[0];
  return {
    card: (body: NewCard) => done(api(addCard, { params: { accountGuid }, body }), t('cards.cardAdded')),
    instead: (card: IneligibleCard) => (body: NewCard) =>
      done(api(registerIneligibleCard, { params: { guid: accountGuid, id: card.id }, body }), t('cards.cardAdded')),
    addressOf:
      ({ id: cardId }: StoredCard) =>
      (choice: CardAddress) =>
        done(
          'address' in choice
            ? api(addAddressToCard, { params: { id, cardId }, body: choice })
            : api(updateCard, { params: { id, cardId }, body: choice }),
          t('cards.addressUpdated'),
        ),
    newAddress: (address: ReturnType<typeof addressValues>) =>
      done(api(addBillingAddress, { params: { id }, body: { address } }), t('cards.addressAdded')),
    address:
      ({ id: addressId }: BillingAddress) =>
      (address: ReturnType<typeof addressValues>) =>
        done(api(updateBillingAddress, { params: { id, addressId }, body: { address } }), t('cards.addressUpdated')),
  };
}
