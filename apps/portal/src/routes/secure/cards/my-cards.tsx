import type { BillingAddress, IneligibleCard, StoredCard } from '@quayside/contract/cards/cards.ts';
import { updateBillingAddress, updateCard } from '@quayside/contract/cards/stored-cards.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addressValues } from '../../../features/cards/billing-address.ts';
import { BillingAddressList } from '../../../features/cards/billing-address-list.tsx';
import { cardName } from '../../../features/cards/card-label.tsx';
import { IneligibleCards } from '../../../features/cards/ineligible-cards.tsx';
import { StoredCardList } from '../../../features/cards/stored-card-list.tsx';
import { useIneligibleCards } from '../../../features/cards/use-ineligible-cards.ts';
import { useVault } from '../../../features/cards/use-vault.ts';
import { useProviderDocument } from '../../../features/payments/checkout/checkout.exports.ts';
import { api } from '../../../lib/calls/api.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingSkeleton } from '../../../ui/loading/loading-skeleton.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import styles from './cards.module.css';
import { IneligibleActions } from './ineligible-actions.tsx';
import { MyCardsDialogs, type OpenDialog } from './my-cards-dialogs.tsx';
import { type MyCardsData, useMyCards } from './use-my-cards.ts';

/** The cards and billing addresses that the provider keeps. */
export function MyCardsPage() {
  const { t } = useTranslation();
  const { data, error, retry } = useMyCards();
  // They stand above the others. The page waits once: a list that failed is read again when the cards are drawn.
  const { isLoading, isFetched } = useIneligibleCards();
  const isWaiting = isLoading && !isFetched;
  return (
    <>
      <PageHeading title={t('cards.title')}>{t('cards.intro')}</PageHeading>
      {data && !isWaiting && <MyCards data={data} />}
      {!data && error && <ErrorState title={t('cards.notLoaded')} error={error} onRetry={retry} />}
      {(data ? isWaiting : !error) && <LoadingSkeleton heights={[180, 180]} />}
    </>
  );
}

function MyCards({ data }: { data: MyCardsData }) {
  const { t } = useTranslation();
  const { profile, countries } = data;
  const actions = useDefaults(data);
  const ineligible = useIneligibleCards().data?.cards ?? [];
  const registering = useRegistering(ineligible);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const inUse = useAddressInUse(data);
  const open = dialog ?? registering.dialog;
  useProviderDocument(data.provider);
  const close = () => {
    setDialog(null);
    registering.end();
  };
  return (
    <div className={styles.sections}>
      {ineligible.length > 0 && (
        <Card>
          <IneligibleCards
            cards={ineligible}
            level={2}
            action={(card) => (
              <IneligibleActions
                card={card}
                onRegister={() => registering.start(card)}
                onDelete={() => setDialog({ kind: 'deleteIneligible', card })}
              />
            )}
          />
        </Card>
      )}
      <Card
        title={t('cards.storedCards')}
        aside={<AddButton onClick={() => setDialog({ kind: 'addCard' })}>{t('cards.addCard')}</AddButton>}
      >
        {profile.cards.length === 0 ? (
          <EmptyState next={t('cards.nextCard')}>{t('cards.noStoredCards')}</EmptyState>
        ) : (
          <StoredCardList
            cards={profile.cards}
            addresses={profile.addresses}
            onMakeDefault={actions.makeCardDefault}
            onChangeAddress={(card) => setDialog({ kind: 'cardAddress', card })}
            onDelete={(card) => setDialog({ kind: 'deleteCard', card })}
          />
        )}
      </Card>
      <Card
        title={t('cards.billingAddresses')}
        aside={<AddButton onClick={() => setDialog({ kind: 'addAddress' })}>{t('cards.addAddress')}</AddButton>}
      >
        {profile.addresses.length === 0 ? (
          <EmptyState next={t('cards.nextAddress')}>{t('cards.noStoredBillingAdd')}</EmptyState>
        ) : (
          <BillingAddressList
            addresses={profile.addresses}
            countries={countries}
            onMakeDefault={actions.makeAddressDefault}
            onEdit={(address) => setDialog({ kind: 'editAddress', address })}
            onDelete={inUse.deleteOr((address) => setDialog({ kind: 'deleteAddress', address }))}
            notice={inUse.notice}
          />
        )}
      </Card>
      {open && <MyCardsDialogs open={open} data={data} onClose={close} />}
    </div>
  );
}

function AddButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button type="button" variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}

/** Says beside an address, instead of deleting it, that a card uses it (decision P5.12). */
function useAddressInUse({ profile: { cards } }: MyCardsData) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<string>();
  const userOf = (address: BillingAddress) => cards.find(({ billingAddressId }) => billingAddressId === address.id);
  return {
    deleteOr: (onDelete: (address: BillingAddress) => void) => (address: BillingAddress) => {
      setRefused(address.id);
      if (!userOf(address)) onDelete(address);
    },
    notice: (address: BillingAddress) => {
      const card = refused === address.id ? userOf(address) : undefined;
      return (
        card && (
          <Alert kind="error" title={t('cards.addressInUseTitle')}>
            {t('cards.addressInUse', { card: cardName(card, t) })}
          </Alert>
        )
      );
    },
  };
}

function useDefaults({ profile: { id } }: MyCardsData) {
  const { t } = useTranslation();
  const change = useVault();
  return {
    makeCardDefault: async ({ id: cardId }: StoredCard) => {
      await change(api(updateCard, { params: { id, cardId }, body: { isDefault: true } }));
      showToast({ kind: 'success', message: t('cards.defaultCardUpdated') });
    },
    makeAddressDefault: async (address: BillingAddress) => {
      const body = { address: { ...addressValues(address), isDefault: true } };
      await change(api(updateBillingAddress, { params: { id, addressId: address.id }, body }));
      showToast({ kind: 'success', message: t('cards.addressUpdated') });
    },
  };
}

/** The address holds the card to register again, so that the dashboard's list can link to it. */
function useRegistering(cards: readonly IneligibleCard[]) {
  const navigate = useNavigate();
  const { register } = useSearch({ from: '/secure/manage-payment-methods' });
  const card = cards.find(({ id }) => id === register);
  const go = (id: number | undefined) =>
    void navigate({ to: '/secure/manage-payment-methods', search: { register: id }, replace: true });
  return {
    dialog: card ? ({ kind: 'register', card } as const) : null,
    start: ({ id }: IneligibleCard) => go(id),
    end: () => (register === undefined ? undefined : go(undefined)),
  };
}
