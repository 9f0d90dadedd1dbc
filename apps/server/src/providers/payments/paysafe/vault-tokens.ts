import type { StoredCardTokens } from '@quayside/contract/cards/cards.ts';
import type { PaysafeSettings } from './settings.ts';
import { profiles, refused, sendToVault } from './vault-call.ts';
import { readProfile } from './vault-profiles.ts';
import { CustomerTokens } from './wire.ts';

type TokenOfCard = CustomerTokens['cards'][number];

/** Requests tokens of the customer and all cards, and returns those of the one card. */
export async function mintCardTokens(
  settings: PaysafeSettings,
  profileId: string,
  cardId: string,
  reference: string,
): Promise<StoredCardTokens | null> {
  const { status, body } = await sendToVault(settings, {
    method: 'POST',
    path: `${profiles}/${encodeURIComponent(profileId)}/singleusecustomertokens`,
    body: { merchantRefNum: reference, paymentTypes: ['CARD'] },
  });
  if (status === 404) return null;
  if (status >= 400) throw refused('create customer token', status, body);
  const { singleUseCustomerToken, cards } = CustomerTokens.parse(body);
  const card =
    cards.find(({ id }) => id === cardId) ?? (await findByVisibleDetails(settings, profileId, cardId, cards));
  return card ? { singleUseCustomerToken, paymentToken: card.paymentToken } : null;
}

/** Finds a card's token by its digits and expiry, because nothing public says that it has the card's own id. */
async function findByVisibleDetails(
  settings: PaysafeSettings,
  profileId: string,
  cardId: string,
  tokens: readonly TokenOfCard[],
): Promise<TokenOfCard | undefined> {
  const storedCard = (await readProfile(settings, profileId))?.cards.find(({ id }) => id === cardId);
  const [match, other] = tokens.filter(
    ({ cardBin, lastDigits, cardExpiry: { month, year } }) =>
      cardBin === storedCard?.cardBin &&
      lastDigits === storedCard.lastDigits &&
      month === storedCard.cardExpiry.month &&
      year === storedCard.cardExpiry.year,
  );
  return other ? undefined : match;
}
