import { type ImportKindName, importLimits, type ImportResource } from '@quayside/contract/integration/imports.ts';
import type { z } from 'zod';
import type { ImportRow, ProblemRow } from './imports.queries.ts';
import type { SentCounts } from './sent-rows.types.ts';

type Answer = z.input<typeof ImportResource>;

/** Presents an import with one page of its problems. @param take the number of problems on a page */
export function presentImport(row: ImportRow, problems: readonly ProblemRow[], take: number): Answer {
  const page = problems.slice(0, take);
  return {
    id: row.id,
    state: row.state,
    kind: row.kind as ImportKindName | null,
    dryRun: row.dry_run,
    officeWins: row.office_wins,
    bytes: row.size,
    sha256: row.sha256.toString('hex'),
    receivedAt: row.received_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    step: row.step,
    rows: row.rows_read,
    result: row.result as SentCounts[] | null,
    failure: row.failure,
    problemCount: row.problem_count,
    problems: { items: page.map(presentProblem), next: problems.length > take ? String(page.at(-1)?.number) : null },
    limits: { ...importLimits },
  };
}

const presentProblem = ({ severity, kind, line, column_name: column, message }: ProblemRow) => ({
  severity,
  kind: kind as ImportKindName | null,
  line,
  column,
  message,
});
