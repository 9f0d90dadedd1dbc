import { asProviderText } from '@quayside/contract/shared/provider-text.ts';
import type { CardChanges, CardToKeep } from '../card-vault.ts';
import type { PaysafeSettings } from './settings.ts';
import { ensureAddress } from './vault-addresses.ts';
import { existingId, profiles, refused, sendToVault } from './vault-call.ts';
import { Created, VaultCard } from './wire.ts';

const cardsOf = (profileId: string) => `${profiles}/${encodeURIComponent(profileId)}/cards`;
const cardPath = (profileId: string, cardId: string) => `${cardsOf(profileId)}/${encodeURIComponent(cardId)}`;

/** Keeps a card in a profile. A card that is kept already stays as it is. */
export async function keepCard(settings: PaysafeSettings, profileId: string, card: CardToKeep) {
  const nickName = asProviderText(card.nickName);
  const billingAddressId = card.billingAddressId ?? (await ensureAddress(settings, profileId, card));
  const answer = await sendToVault(settings, {
    method: 'POST',
    path: cardsOf(profileId),
    body: {
      singleUseToken: card.singleUseToken,
      holderName: asProviderText(card.holderName),
      ...(nickName ? { nickName } : {}),
      ...(billingAddressId === null ? {} : { billingAddressId }),
    },
  });
  // The number is kept already, which is what was asked for.
  const keptId = existingId(answer);
  if (keptId !== null) return { cardId: keptId, wasKept: true };
  if (answer.status >= 400) throw refused('create card', answer.status, answer.body);
  return { cardId: Created.parse(answer.body).id, wasKept: false };
}

/** Changes a card. DANGER: the provider replaces the whole card, so every field that is not sent again is lost. */
export async function changeCard(
  settings: PaysafeSettings,
  profileId: string,
  cardId: string,
  { isDefault, ...changes }: CardChanges,
): Promise<void> {
  const path = cardPath(profileId, cardId);
  const found = await sendToVault(settings, { method: 'GET', path });
  if (found.status >= 400) throw refused('read card', found.status, found.body);
  const { defaultCardIndicator, ...kept } = VaultCard.parse(found.body);
  const providerParts = Object.entries(changes).map(([name, value]) => [name, asProviderText(value ?? '')] as const);
  const filled = Object.fromEntries(providerParts.filter(([, value]) => value !== ''));
  const body = { ...kept, ...filled, defaultCardIndicator: isDefault ?? defaultCardIndicator };
  const answer = await sendToVault(settings, { method: 'PUT', path, body });
  if (answer.status >= 400) throw refused('change card', answer.status, answer.body);
}

/** Removes a card from a profile. A card that is not there is no error. */
export async function removeCard(settings: PaysafeSettings, profileId: string, cardId: string): Promise<void> {
  const { status, body } = await sendToVault(settings, { method: 'DELETE', path: cardPath(profileId, cardId) });
  if (status >= 400 && status !== 404) throw refused('delete card', status, body);
}
