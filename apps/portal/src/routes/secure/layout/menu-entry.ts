import type { Permission } from '@quayside/contract/shared/call.ts';
import type { IconHome } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';

/** The conditions on which entries of the menu depend. */
export interface MenuConditions extends Record<Permission, boolean> {
  hasDocuments: boolean;
  hasStays: boolean;
  /** True if the customer pays here, and a provider stores cards in its vault. */
  hasVault: boolean;
  /** True if the customer pays here, and a provider with card components stores cards. */
  hasPayCards: boolean;
}

/** The groups of the menu, in its order. The apps of partners stand between `papers` and `money`. */
export type MenuGroup = 'first' | 'papers' | 'money' | 'last';

/** The place of a page in the menu, as its route declares it. */
export interface MenuPlace {
  group: MenuGroup;
  /** The place in the group. */
  place: number;
  /** The text key of the entry. */
  text: string;
  /** The name of an icon of `@tabler/icons-react`. */
  icon: `Icon${string}`;
  /** The entry shows if this condition holds. By default it always shows. */
  offeredIf?: keyof MenuConditions;
  badge?: 'unsignedAgreements';
}

/** An entry of the menu. */
export interface MenuEntry extends Omit<MenuPlace, 'place' | 'icon'> {
  to: NonNullable<LinkProps['to']>;
  icon: typeof IconHome;
  /** True if the page's document needs a policy of its own, so that it is loaded whole. */
  reloadDocument?: boolean;
}
