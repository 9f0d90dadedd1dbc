import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Instant, RunningNumber } from '../shared/common.ts';
import { documented, OfficeWins, PageLimit } from './resource.ts';

/** The largest body of an import, in bytes. */
export const maxImportBytes = 200_000_000;

/** The limits of imports. Each answer names them, so that a program need not know them. */
const limits = {
  /** The largest body. */
  maxBytes: maxImportBytes,
  /** The most problems and notes that are listed. `problemCount` counts all of them. */
  maxProblems: 1_000,
  /** The most imports of a marina that wait at the same time. */
  maxWaiting: 10,
  /** The days for which an import that has ended can be read. */
  keptDays: 30,
} as const;
export const importLimits: Readonly<Record<keyof typeof limits, number>> = limits;

/** The kinds of rows, in the order in which they are stored. */
export const ImportKindName = z.enum([
  ...(['sites', 'accounts', 'boats', 'consent-groups', 'consents', 'waiting-lists', 'waiting-list-entries'] as const),
  ...(['agreements', 'orders', 'order-lines', 'payments', 'estimates', 'estimate-lines', 'stays'] as const),
  ...(['document-types', 'documents', 'ineligible-cards'] as const),
]);
export type ImportKindName = z.output<typeof ImportKindName>;

/** The counts of one kind of rows. */
const ImportCounts = documented(
  z.object({
    kind: ImportKindName,
    added: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    removed: z.number().int(),
  }),
  { kind: ['accounts'], added: [1], changed: [0], unchanged: [0], removed: [0] },
);

/** One row that has to be corrected, or a value that stays as its customer wrote it. */
const ImportProblem = documented(
  z.object({
    severity: z.enum(['error', 'note']),
    kind: ImportKindName.nullable(),
    line: z.number().int(),
    column: z.string().nullable(),
    message: z.string(),
  }),
  {
    severity: ['error', 'An error keeps the whole import out. A note tells that a customer’s own value stays.'],
    kind: ['accounts', 'Null: the line names no kind.'],
    line: [2, 'The line of the body. The first is 1.'],
    column: ['email', 'Null: the row as a whole.'],
    message: ['"jo.sailor" is not an e-mail address', 'The words of the command `import`.'],
  },
);

/** A body of rows, from its arrival to its result. */
export const ImportResource = documented(
  z.object({
    id: z.number().int(),
    state: z.enum(['waiting', 'working', 'done', 'refused', 'failed']),
    kind: ImportKindName.nullable(),
    dryRun: z.boolean(),
    officeWins: z.boolean(),
    bytes: z.number().int(),
    sha256: z.string(),
    receivedAt: Instant,
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    step: z.enum(['reading', 'checking', 'storing']).nullable(),
    rows: z.number().int(),
    result: z.array(ImportCounts).nullable(),
    failure: z.enum(['body-lost', 'gave-up']).nullable(),
    problemCount: z.number().int(),
    problems: z.object({
      items: z.array(ImportProblem),
      next: z
        .string()
        .nullable()
        .meta({ description: 'The cursor of the next page of problems.', examples: [null] }),
    }),
    limits: z.object({
      maxBytes: z.number().int(),
      maxProblems: z.number().int(),
      maxWaiting: z.number().int(),
      keptDays: z.number().int(),
    }),
  }),
  {
    id: [1],
    state: [
      'done',
      'Waiting: an earlier import of the marina goes first. Done: everything is stored, or would be. Refused: some ' +
        'rows are wrong, and nothing was stored. Failed: nothing was stored, and `failure` says why.',
    ],
    kind: ['accounts', 'The kind of all rows. Null: each line names its own.'],
    dryRun: [false],
    officeWins: [false],
    bytes: [68],
    sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'The hash of the body as it arrived.'],
    receivedAt: ['2026-05-16T09:00:00.000Z'],
    startedAt: ['2026-05-16T09:00:01.000Z'],
    endedAt: ['2026-05-16T09:00:02.000Z'],
    step: [null, 'The present step. Null: it waits, or it has ended.'],
    rows: [1, 'The rows that were read so far.'],
    result: [
      [{ kind: 'accounts', added: 1, changed: 0, unchanged: 0, removed: 0 }],
      'What was stored, or would be. Null: nothing, or not yet.',
    ],
    failure: [
      null,
      'Body-lost: the server no longer has the body, so send it again. Gave-up: it failed again and again; the ' +
        'operator finds the reason in the log.',
    ],
    problemCount: [0, 'All problems and notes, also those that are not listed.'],
    limits: [importLimits],
  },
);

const csvExample = 'reference,site,first_name,last_name\nC-1001,1,Jo,Sailor\n';
const ndjsonExample = [
  '{"kind":"accounts","row":{"reference":"C-1001","site":1,"first_name":"Jo","last_name":"Sailor"}}\n',
  '{"kind":"boats","row":{"reference":"B-1","account":"C-1001","name":"Tern","type":"Yacht","length":9.5,"beam":3,',
  '"draft":1.5,"relationship":"Owner"}}\n',
].join('');

export const createImport = call({
  name: 'imports.create',
  summary: 'Send many rows: a CSV file of the import of one kind, or lines of JSON of many kinds. All or nothing',
  method: 'POST',
  path: 'integration/v1/imports',
  access: 'integration',
  scopes: ['imports:write'],
  creates: true,
  idempotent: true,
  takesStream: { 'application/x-ndjson': ndjsonExample, 'text/csv': csvExample },
  maxBytes: maxImportBytes,
  query: OfficeWins.extend({
    kind: ImportKindName.optional().meta({
      description: 'The kind of the rows of a CSV file. Lines of JSON name their own.',
      examples: ['accounts'],
    }),
    dryRun: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'True: checks and counts everything, and stores nothing.' }),
  }),
  answer: ImportResource,
});

export const getImport = call({
  name: 'imports.get',
  summary: 'The progress of an import, its result, and its problems by row',
  method: 'GET',
  path: 'integration/v1/imports/:id',
  access: 'integration',
  scopes: ['imports:read'],
  params: documented(z.strictObject({ id: RunningNumber }), {
    id: [1, 'The `id` that its `POST` answered.'],
  }),
  query: z.strictObject({
    limit: PageLimit.meta({ description: 'The most problems of one page.' }),
    cursor: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional()
      .meta({ description: 'The `problems.next` of the page before.' }),
  }),
  answer: ImportResource,
});
