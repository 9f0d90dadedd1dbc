import { countStatementsOf, withApplication } from '../application.ts';
import type { BenchMarina } from '../marina.ts';
import type { Figure } from '../report.ts';
import { listRequests } from '../requests.ts';

/** Counts the statements that a warm list page sends to the database. */
export async function countStatements(marina: BenchMarina): Promise<Figure[]> {
  const [request] = listRequests(marina);
  const count = await withApplication(marina, (get) =>
    countStatementsOf(() => get(request?.path ?? '', request?.headers ?? {})),
  );
  return [{ what: 'statements of a list page', figure: String(count), floor: '', value: count, budget: { most: 2 } }];
}
