import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the condition that a text holds every word of a search, in upper or lower case. True if there is no word.
 * @param text such as `concat_ws(' ', o.id, o.description)`
 */
export function holdsWords(text: RawBuilder<unknown>, search: string | undefined): RawBuilder<boolean> {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`${text} ilike ${`%${escaped(word)}%`}`),
    sql` and `,
  )})`;
}

/** In a pattern these characters stand for others. */
const escaped = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`);
