import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, type FieldError, notFound } from '../../http/errors.ts';
import { versionOf } from '../../lib/object-version.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { lockResource } from './lock-resource.queries.ts';
import { fieldOf } from './row-of-body.rules.ts';
import type { Row, RowKind, RowProblem, TakenRows, TakeRows } from './row-taking.types.ts';
import { expectVersion } from './versions.rules.ts';

export type RowsByKind = Readonly<Partial<Record<RowKind, readonly Row[]>>>;

/** A change of one object, by a program. */
export interface ResourceChange<Resource> {
  takeRows: TakeRows;
  kind: RowKind;
  /** The object's own name. */
  name: string;
  /** False: an object that is not there is not made. */
  mayCreate: boolean;
  officeWins?: boolean;
  /** The names in this call of fields that the row names otherwise. */
  fieldNames?: Readonly<Record<string, string>>;
  /** Reads the object as programs see it. */
  find: (db: TenantDb) => Promise<Resource | undefined>;
  /** Returns the rows that make the change. @param stored the object as it is */
  rows: (stored: Resource | undefined) => RowsByKind;
}

/**
 * Creates or changes an object by the rules of the import, and answers it with its version. One object is changed by
 * one request after the other.
 * @throws CallError NOT_FOUND, VERSION_CHANGED, INVALID_REQUEST for a value that is wrong by itself, ROW_REFUSED for
 * one that contradicts what is stored
 */
export async function saveResource<Resource extends object>(
  ctx: IntegrationContext,
  change: ResourceChange<Resource>,
): Promise<Resource> {
  const { saved, outcome } = await ctx.db.transaction().execute((trx) => changeResource({ ...ctx, db: trx }, change));
  if (outcome === 'added') ctx.answerCreated();
  ctx.sendVersion(versionOf(saved));
  return saved;
}

/** Does the work of `saveResource` in the context's own transaction. */
export async function changeResource<Resource extends object>(
  ctx: IntegrationContext,
  change: ResourceChange<Resource>,
): Promise<{ saved: Resource; outcome: 'added' | 'changed' | 'same' }> {
  const { db: trx, tenant, clock } = ctx;
  await lockResource(trx, tenant.id, `${change.kind} ${change.name}`);
  const stored = await change.find(trx);
  if (!stored && !change.mayCreate) throw notFound();
  expectVersion(ctx.request.ifMatch, stored);
  const options = { now: clock.now(), officeWins: change.officeWins ?? false };
  const taken = await change.takeRows(trx, tenant, change.rows(stored), options);
  if (taken.problems.length > 0) throw refusalOf(taken, change.fieldNames);
  const saved = await change.find(trx);
  if (!saved) throw new Error(`${change.kind} ${change.name} was stored and is not there`);
  const outcome = stored ? (taken.added + taken.changed > 0 ? 'changed' : 'same') : 'added';
  if (outcome !== 'same') await record(ctx, change, outcome);
  return { saved, outcome };
}

/**
 * Removes an object by the rules of the import, and answers it as it was.
 * @throws CallError NOT_FOUND, VERSION_CHANGED
 */
export async function removeResource<Resource extends object>(
  ctx: IntegrationContext,
  change: Pick<ResourceChange<Resource>, 'takeRows' | 'kind' | 'name' | 'find'> & {
    rows: (stored: Resource) => RowsByKind;
  },
): Promise<Resource> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockResource(trx, ctx.tenant.id, `${change.kind} ${change.name}`);
    const stored = await change.find(trx);
    if (!stored) throw notFound();
    expectVersion(ctx.request.ifMatch, stored);
    const options = { now: ctx.clock.now(), officeWins: false };
    const taken = await change.takeRows(trx, ctx.tenant, change.rows(stored), options);
    if (taken.problems.length > 0) throw refusalOf(taken);
    await record({ ...ctx, db: trx }, change, 'removed');
    return stored;
  });
}

/** Answers an object with its version. @throws CallError NOT_FOUND if there is none */
export function answerResource<Resource extends object>(
  ctx: Pick<IntegrationContext, 'sendVersion'>,
  resource: Resource | undefined,
): Resource {
  if (!resource) throw notFound();
  ctx.sendVersion(versionOf(resource));
  return resource;
}

async function record(
  ctx: IntegrationContext,
  { kind, name }: Pick<ResourceChange<object>, 'kind' | 'name'>,
  outcome: string,
): Promise<void> {
  const { key } = ctx;
  const actor = { kind: 'integration', key: key.id, name: key.name } as const;
  const subject = { type: kind, id: name };
  await auditRequest(ctx, { event: 'integration.saved', actor, subject, details: { outcome } });
}

/** The refusals that one answer lists. */
const mostProblems = 50;

function refusalOf({ problems, isUnreadable }: TakenRows, names: Readonly<Record<string, string>> = {}): CallError {
  const fields = problems
    .slice(0, mostProblems)
    .map(asField)
    .map((field) => ({ ...field, fieldName: names[field.fieldName] ?? field.fieldName }));
  return new CallError(isUnreadable ? 'INVALID_REQUEST' : 'ROW_REFUSED', {
    fields,
    values: { field: fields[0]?.fieldName ?? '' },
  });
}

/** Names the field of the request. A line of an order is one of its `lines`. */
function asField({ kind, row, column, message }: RowProblem): FieldError {
  const isLine = kind === 'order-lines' || kind === 'estimate-lines';
  const field = column === null || (isLine && ['order', 'estimate'].includes(column)) ? '' : fieldOf(column);
  const fieldName = isLine ? `lines.${row}${field === '' ? '' : `.${field}`}` : field;
  return { errorCode: 'refused', fieldName, message: inFieldsWords(message) };
}

/** Writes a message of the import for programs: it names fields, and not the columns of files. Values stay as sent. */
const inFieldsWords = (message: string): string =>
  message
    .replace(/^has no line in [\w-]+$/, 'is missing or empty: give at least one line')
    .split(/("[^"]*")/)
    .map((part) => (part.startsWith('"') ? part : part.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, fieldOf)))
    .join('');
