import { ImportKindName } from '@quayside/contract/integration/imports.ts';
import type { SentProblem, SentRows, TakeSentRows } from '../../features/imports/imports.exports.ts';
import { type Columns, fieldsOf, type ImportTenant } from '../../import/columns.ts';
import type { Field } from '../../import/fields.ts';
import type { Source } from './folder.ts';
import { auditDetails, type RowProgress, RowsOfImport, type RowTenants } from './import-rows.ts';
import { kinds } from './kinds.ts';
import { type Problem, Problems } from './problems.ts';
import { readCsv } from './reading/csv.ts';
import { readManyKinds } from './reading/many-kinds.ts';
import { decodeText } from './reading/text.ts';
import { noFiles } from './take-rows.ts';

/** The number of rows between two notes of progress. */
const noteEvery = 5_000;

/** Takes in the rows that a program of the marina has sent, by the rules of the command. */
export const takeSentRows: TakeSentRows = async (trx, tenant, sent) => {
  const problems = new Problems([], sent.mostProblems);
  const kept = new Problems([], sent.mostProblems);
  const progress = new SentProgress(sent);
  const kind = kinds.find(({ name }) => name === sent.kind) ?? null;
  const stored = await new RowsOfImport(trx, {
    given: [{ source: sourceOf(sent), kind }],
    tenants: oneTenant(tenant),
    problems,
    kept,
    progress,
    now: sent.now,
    officeWins: sent.officeWins,
    files: noFiles,
    takeNumbers: sent.takeNumbers,
  }).run();
  return {
    rows: progress.rows,
    problems: problems.kept.map(presentProblem),
    problemCount: problems.count,
    notes: kept.kept.map(presentProblem),
    noteCount: kept.count,
    counts: stored.map(({ kind: name, counts }) => ({ kind: ImportKindName.parse(name), ...counts })),
    audit: auditDetails(stored),
  };
};

function sourceOf({ content, size, kind }: SentRows): Source {
  const names = kinds.map(({ name }) => name);
  return {
    name: kind ?? '',
    size,
    read: (onBytes) => {
      const texts = decodeText(content, onBytes);
      return kind === null ? readManyKinds(texts, names) : readCsv(texts);
    },
  };
}

/** Returns the one marina of a program. Its rows name none. */
function oneTenant(tenant: ImportTenant): RowTenants {
  const fields = new Map<Columns, Readonly<Record<string, Field>>>();
  return {
    find: async () => tenant,
    fieldsOf: ({ columns }) => {
      const known = fields.get(columns) ?? fieldsOf(columns, tenant);
      fields.set(columns, known);
      return known;
    },
    used: () => [tenant],
  };
}

const presentProblem = ({ file, line, column, message }: Problem): SentProblem => ({
  kind: file === '' ? null : ImportKindName.parse(file),
  line,
  column,
  message,
});

/** Notes progress every few thousand rows, and at each step. */
class SentProgress implements RowProgress {
  rows = 0;
  readonly #tell: SentRows['tellProgress'];

  constructor({ tellProgress }: SentRows) {
    this.#tell = tellProgress;
  }

  begin(step: string): Promise<void> {
    return this.#tell(step === 'checking' ? 'checking' : 'storing', this.rows);
  }

  file() {
    return { bytes: () => {}, row: () => void (this.rows += 1), end: () => {} };
  }

  pause(): Promise<void> | void {
    if (this.rows % noteEvery === 0) return this.#tell('reading', this.rows);
  }
}
