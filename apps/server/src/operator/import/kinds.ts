import { accounts } from './kinds/accounts.ts';
import { agreements } from './kinds/agreements.ts';
import { boats } from './kinds/boats.ts';
import { consentGroups } from './kinds/consent-groups.ts';
import { consents } from './kinds/consents.ts';
import { documentTypes } from './kinds/document-types.ts';
import { documents } from './kinds/documents.ts';
import { estimateLines } from './kinds/estimate-lines.ts';
import { estimates } from './kinds/estimates.ts';
import type { Kind } from './kinds/kind.ts';
import { orderLines } from './kinds/order-lines.ts';
import { orders } from './kinds/orders.ts';
import { payments } from './kinds/payments.ts';
import { sites } from './kinds/sites.ts';
import { stays } from './kinds/stays.ts';
import { waitingListEntries } from './kinds/waiting-list-entries.ts';
import { waitingLists } from './kinds/waiting-lists.ts';

/** All kinds, in the order in which they are stored: a kind comes after the kinds that it refers to. */
export const kinds: readonly Kind[] = [
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
];
