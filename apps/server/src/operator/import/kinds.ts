import { accounts } from '../../features/account/account.import.ts';
import { agreements } from '../../features/agreements/agreements.import.ts';
import { boats } from '../../features/boats/boats.import.ts';
import { ineligibleCards } from '../../features/cards/ineligible-cards.import.ts';
import { consentGroups } from '../../features/consent/consent-groups.import.ts';
import { consents } from '../../features/consent/consents.import.ts';
import { documentTypes } from '../../features/documents/import/document-types.import.ts';
import { documents } from '../../features/documents/import/documents.import.ts';
import { estimateLines } from '../../features/estimates/estimate-lines.import.ts';
import { estimates } from '../../features/estimates/estimates.import.ts';
import { orderLines } from '../../features/orders/order-lines.import.ts';
import { orders } from '../../features/orders/orders.import.ts';
import { payments } from '../../features/payments/office/payments.import.ts';
import { sites } from '../../features/sites/sites.import.ts';
import { stays } from '../../features/stays/stays.import.ts';
import { waitingListEntries, waitingLists } from '../../features/waiting-lists/waiting-lists.import.ts';
import type { ImportKind } from '../../import/kind.ts';

/** All kinds, in the order in which they are stored: a kind comes after the kinds that it refers to. */
export const kinds: readonly ImportKind[] = [
  sites,
  accounts,
  boats,
  consentGroups,
  consents,
  waitingLists,
  waitingListEntries,
  agreements,
  orders,
  orderLines,
  payments,
  estimates,
  estimateLines,
  stays,
  documentTypes,
  documents,
  ineligibleCards,
];
