import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { directSendOf, type TenantDb } from '../client.ts';
import type { Database } from '../schema/schema.ts';

/** Stands for a value that is given later. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Builds statements for our tables in PostgreSQL's grammar, without a database. */
const builder = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A statement of Kysely's builder, or one written with `sql`. */
interface Buildable<Row> {
  compile(db: TenantDb): CompiledQuery<Row>;
}

/**
 * Builds a statement once that every request sends: building costs more than the rest of a list page.
 * DANGER: `build` runs once and sees placeholders. It may pass a value on, but not look at it.
 */
export function fixedQuery<Values extends object, Row>(
  build: (db: TenantDb, values: Values) => Buildable<Row>,
): (db: TenantDb, values: Values) => Promise<Row[]> {
  let built: { query: CompiledQuery<Row>; names: readonly (keyof Values)[] } | undefined;
  return async (db, values) => {
    built ??= compile(build);
    const parameters = built.names.map((name) => values[name]);
    const send = directSendOf(db);
    if (send) return (await send(built.query.sql, parameters)) as Row[];
    return (await db.executeQuery<Row>({ ...built.query, parameters })).rows;
  };
}

function compile<Values extends object, Row>(build: (db: TenantDb, values: Values) => Buildable<Row>) {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values;
  const query = build(builder, placeholders).compile(builder);
  const names = query.parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.name as keyof Values;
    throw new Error(`a fixed statement with a value of its own (${String(parameter)}): write it as a literal`);
  });
  return { query, names };
}
