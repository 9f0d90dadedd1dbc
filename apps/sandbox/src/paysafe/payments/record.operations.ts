import { type Answer, type Call, type Operation, readQuery } from '../operation.ts';
import { type Link, type ProviderError, unknownId } from '../provider-error.ts';
import { Search } from '../schemas.ts';
import { presentRecord } from './payment-presenter.ts';
import { findRecord, type PaymentRecord, type RecordKind, searchRecords } from './payment-records.ts';

const base = '/cardpayments/v1/accounts/:account';
const searchWindowMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the transaction in the path of a call. If the account has none with that id, it throws `missing`, or a
 * 5269 for calls without a code of their own.
 */
export function recordOf(call: Call, kind: RecordKind, missing?: ProviderError): PaymentRecord {
  const id = call.params['id'] ?? '';
  const record = findRecord(call.sandbox.database, kind, call.account.accountId, id, call.now);
  if (record === undefined) throw missing ?? unknownId(id);
  return record;
}

/** Makes the operation that reads one transaction by its id. */
export function readOperation(kind: RecordKind): Operation {
  const handle = (call: Call): Answer => ({
    status: 200,
    body: presentRecord(call.sandbox, recordOf(call, kind), call.now),
  });
  return { name: `${kind}.read`, method: 'GET', path: `${base}/${kind}/:id`, keys: ['server'], handle };
}

/** Makes the operation that lists an account's transactions by merchantRefNum and time. */
export function searchOperation(kind: RecordKind): Operation {
  const handle = (call: Call): Answer => ({ status: 200, body: search(call, kind) });
  return { name: `${kind}.search`, method: 'GET', path: `${base}/${kind}`, keys: ['server'], handle };
}

function search(call: Call, kind: RecordKind): object {
  const query = readQuery(Search, call);
  const { limit, offset, merchantRefNum, startDate, endDate } = query;
  // Reads one more than asked for, to see if there is a next page.
  const found = searchRecords(
    call.sandbox.database,
    kind,
    call.account.accountId,
    {
      merchantRefNum,
      limit: limit + 1,
      offset,
      from: startDate ?? call.now - searchWindowMs,
      until: endDate ?? call.now,
    },
    call.now,
  );
  const page = found.slice(0, limit).map((record) => presentRecord(call.sandbox, record, call.now));
  return { links: found.length > limit ? [nextLink(call, kind, limit, offset + limit)] : [], [kind]: page };
}

function nextLink(call: Call, kind: RecordKind, limit: number, offset: number): Link {
  const parameters = new URLSearchParams({ ...call.query, limit: String(limit), offset: String(offset) });
  const address = `/cardpayments/v1/accounts/${call.account.accountId}/${kind}?${parameters.toString()}`;
  return { rel: 'next', href: `${call.sandbox.origins.provider}${address}` };
}
