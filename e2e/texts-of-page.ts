import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { TestTenant } from '../apps/server/src/testing/factories.ts';

/** What a reader sees or hears of a page: its texts, and what stands in place of texts. */
export async function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title];
    const spoken = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title'];
    // A language is named in itself, a picture's letters are its drawing, countries are Intl's.
    const others = 'script, style, svg text, [lang]:not(html), select[autocomplete="country"] option:not([value=""])';
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest(others) === null;
    for (const element of document.body.querySelectorAll('*')) {
      if (!isSeen(element) && element.tagName !== 'OPTION') continue;
      if (element.closest(others)) continue;
      for (const name of spoken) texts.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
}

/** Every text of a marina's own rows: it stands in no language file. */
export async function textsOfDatabase({ id, db }: TestTenant): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant_id' order by 1`.execute(db);
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(name)} t where tenant_id = ${id}`.execute(db);
    for (const { row } of rows) collect(row, found);
  }
  const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from tenants t where id = ${id}`.execute(db);
  for (const { row } of rows) collect(row, found);
  // The longest first, so that none leaves a part of another behind.
  return [...found].sort((one, other) => other.length - one.length);
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string' && value.length > 1) into.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, into);
}

/** Neither texts nor data: dates, addresses, the metre's sign. */
const neutral = [/\b\d\d[ -]\p{L}{3,5}\.?[ -]\d{2,4}\b/gu, /\S+@\S+/g, /\bm\b/g];

/** The texts of a page in the pseudo-language that nobody could have translated. */
export function untranslated(texts: readonly string[], data: readonly string[]): string[] {
  return texts.filter((text) => {
    let rest = text.replaceAll(/⟦[^⟧]*⟧/g, '');
    for (const known of data) rest = known.length > 2 || rest.trim() === known ? rest.replaceAll(known, '') : rest;
    for (const pattern of neutral) rest = rest.replaceAll(pattern, '');
    return /\p{L}/u.test(rest);
  });
}

/** A key that nobody wrote a text for, or a placeholder that nobody filled. */
export function rawKeys(texts: readonly string[], sections: readonly string[]): string[] {
  const key = new RegExp(`\\b(${sections.join('|')})\\.[a-z]\\w+|\\{\\{|\\}\\}`);
  return texts.filter((text) => key.test(text));
}
