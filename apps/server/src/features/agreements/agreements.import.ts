import { column, refersTo, stored } from '../../import/columns.ts';
import { day, oneOf, optional, reference, required, text, wholeNumber } from '../../import/fields.ts';
import type { ImportKind, RowValues, TellProblem } from '../../import/kind.ts';
import { recordAgreementEvents } from './agreement-events.service.ts';
import { findWrongAgreements, lockChangingAgreements, storeAgreements } from './agreements-import.queries.ts';
import { lookAtDeclaration, lookAtPaper, storeDeclarations, storePapers } from './papers/imported-papers.service.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    agreements: true;
  }
}

const columns = {
  reference: stored(required(reference)),
  account: refersTo('accounts', required(reference)),
  site: refersTo('sites', optional(wholeNumber)),
  type: stored(required(text(100))),
  created_on: column(required(day)),
  starts_on: stored(optional(day), { to: 'start_date', as: 'date' }),
  ends_on: stored(optional(day), { to: 'end_date', as: 'date' }),
  signature_required: column(optional(oneOf(['yes', 'no']))),
  optional: column(optional(oneOf(['yes', 'no']))),
  sign_by: stored(optional(day), { as: 'date' }),
  declaration: column(optional(text(200)), { waits: { declaration: 'text', declaration_hash: 'text' } }),
  pdf: column(optional(text(200)), { waits: { pdf: 'text', pdf_hash: 'text', pdf_bytes: 'int' } }),
  signed_on: column(optional(day)),
  scan: column(optional(text(200)), { waits: { scan: 'text', scan_hash: 'text' } }),
  withdrawn_on: column(optional(day)),
};

/**
 * The agreements that customers sign: the text to read, and the scan if they signed on paper. No file changes an
 * agreement once it is signed, here or on paper.
 */
export const agreements: ImportKind = {
  name: 'agreements',
  columns,
  key: ['reference'],
  outlivesAccount: 'reference',
  read: async (values, tenant, tell, { files }) => {
    findContradictions(values, tell);
    const pdf = await lookAtPaper(files, { values, column: 'pdf', tenant, tell });
    const scan = await lookAtPaper(files, { values, column: 'scan', tenant, tell });
    return {
      ...values,
      declaration_hash: await lookAtDeclaration(files, values, tell),
      pdf_hash: pdf?.sha256 ?? null,
      pdf_bytes: pdf?.size ?? null,
      scan_hash: scan?.sha256 ?? null,
    };
  },
  check: async (trx, { id }, { now }) => {
    await lockChangingAgreements(trx, id);
    return findWrongAgreements(trx, id, now);
  },
  store: async (trx, tenant, { now, files }) => {
    // Locks again: this import may have changed a site's time zone, and with it the days.
    const changed = await lockChangingAgreements(trx, tenant.id);
    await storeDeclarations(trx, tenant.id, files, now);
    return storeAgreements(trx, tenant.id, { columns, changed, beside: () => storePapers(trx, tenant, files, now) });
  },
  recordEvents: recordAgreementEvents,
};

/** Finds contradictions within one row. */
function findContradictions(values: RowValues, tell: TellProblem): void {
  const { created_on: created = '', starts_on: starts = '', ends_on: ends, sign_by: signBy } = values;
  if (ends && ends < starts) tell('ends_on', 'is before starts_on');
  if (signBy && signBy < created) tell('sign_by', 'is before created_on');
  if (values.declaration && values.pdf) tell('pdf', 'is there beside a declaration: give one of them to read');
  if (values.scan && !values.signed_on) tell('scan', 'is there without signed_on');
  if (values.signed_on && values.withdrawn_on) tell('withdrawn_on', 'is there beside signed_on');
}
