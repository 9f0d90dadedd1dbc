import { faultOf, type NewSpan, openInnerSpan } from '../../lib/telemetry/spans.ts';

const tableAfter = /\b(?:from|join|into|update|table)\s+(?:only\s+)?(?!set\b)"?([a-z_][\w."]*)/gi;

/**
 * Returns the span of a statement. It names the verb and the first tables, and leaves the text out: some statements
 * have values in it.
 */
export function statementSpan(text: string): NewSpan {
  const code = text.slice(0, 4_000).replaceAll(/'[^']*(?:'|$)/g, '');
  const verb = /^\W*(\w+)/.exec(code)?.[1]?.toLowerCase() ?? 'statement';
  const tables = new Set(Array.from(code.matchAll(tableAfter), ([, table = '']) => table.replaceAll('"', '')));
  const summary = [verb, ...[...tables].slice(0, 3)].join(' ');
  const facts = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.summary': summary };
  return { name: summary, kind: 'client', facts };
}

type Watcher = (seconds: number, hasFailed: boolean) => void;

const watchers = new Set<Watcher>();

/** Calls `watcher` with each statement that this process has sent, when its answer is there. */
export function watchStatements(watcher: Watcher): void {
  watchers.add(watcher);
}

/**
 * Measures a statement, and traces it if it is a part of a request or a job. The queue's own polling is not traced.
 * @param explain returns the error that the caller gets instead of the driver's
 */
export function traceStatement<Answer>(
  text: string | undefined,
  send: () => Answer,
  explain: (error: unknown) => unknown,
): Answer {
  const startedAt = performance.now();
  const span = text === undefined ? undefined : openInnerSpan(() => statementSpan(text));
  const answer = send();
  if (!(answer instanceof Promise)) {
    span?.end();
    return answer;
  }
  const tell = (hasFailed: boolean) => {
    for (const watcher of watchers) watcher((performance.now() - startedAt) / 1_000, hasFailed);
  };
  return answer.then(
    (result: unknown) => {
      tell(false);
      span?.end();
      return result;
    },
    (error: unknown) => {
      const explained = explain(error);
      tell(true);
      span?.end(faultOf(explained));
      throw explained;
    },
  ) as Answer;
}
