import { longestHolderName } from '@quayside/contract/cards/cards.ts';

/** Returns an account's name as that of a card holder. Its two parts together may be longer than a card takes. */
export const holderNameOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${firstname} ${lastname}`.trim().slice(0, longestHolderName).trim();
