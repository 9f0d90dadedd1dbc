import type { CardVault, TokenAuthentication } from '../card-vault.ts';
import type { PaysafeSettings } from './settings.ts';
import { mintCardTokens } from './vault-tokens.ts';
import { addAddress, changeAddress, removeAddress } from './vault-addresses.ts';
import { refused, sendToVault } from './vault-call.ts';
import { changeCard, keepCard, removeCard } from './vault-cards.ts';
import { ensureProfile, readProfile } from './vault-profiles.ts';
import { TokenContent } from './wire.ts';

/** The provider's customer vault. */
export function openVault(settings: PaysafeSettings): CardVault {
  return {
    ensureProfile: (customer) => ensureProfile(settings, customer),
    readProfile: (profileId) => readProfile(settings, profileId),
    mintCardTokens: (profileId, cardId, reference) => mintCardTokens(settings, profileId, cardId, reference),
    keepCard: (profileId, card) => keepCard(settings, profileId, card),
    changeCard: (profileId, cardId, changes) => changeCard(settings, profileId, cardId, changes),
    removeCard: (profileId, cardId) => removeCard(settings, profileId, cardId),
    addAddress: (profileId, address) => addAddress(settings, profileId, address),
    changeAddress: (profileId, addressId, address) => changeAddress(settings, profileId, addressId, address),
    removeAddress: (profileId, addressId) => removeAddress(settings, profileId, addressId),
    readAuthentication: (singleUseToken) => readAuthentication(settings, singleUseToken),
  };
}

/** Reads the authentication of a token. The token is in the body, because addresses of calls end up in logs. */
async function readAuthentication(
  settings: PaysafeSettings,
  paymentToken: string,
): Promise<TokenAuthentication | null> {
  const path = '/customervault/v1/singleusetokens/search';
  const { status, body } = await sendToVault(settings, { method: 'POST', path, body: { paymentToken } });
  if (status === 404) return null;
  if (status >= 400) throw refused('read token', status, body);
  const { cardType, authentication } = TokenContent.parse(body).card;
  if (!authentication) return null;
  const { threeDSecureVersion, threeDEnrollment, threeDResult } = authentication;
  return {
    version: Number(threeDSecureVersion[0]) || 0,
    cardType,
    enrollment: threeDEnrollment,
    result: threeDResult,
  };
}
