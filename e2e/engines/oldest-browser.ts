import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { oldestBrowsers } from '../../apps/portal/build/oldest-browsers.ts';

const facts: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');

const { chrome, edge, firefox, safari, ios } = oldestBrowsers;

const oldest = {
  chrome,
  chrome_android: chrome,
  edge,
  firefox,
  firefox_android: firefox,
  safari,
  safari_ios: ios,
};

/** `seek` needs the first one. The second is an old one that has moved to an interface with a new name. */
const kept = new Set(['Element.checkVisibility', 'CSSStyleProperties.cssFloat']);

/**
 * Returns a script that takes from a page and its frames what one of the oldest browsers lacks. The rest is
 * Chromium's. Syntax, CSS, parameters and events stay: the build takes care of the first, and nothing can take away
 * the others.
 */
export function scriptOfOldestBrowser(): string {
  const lacking = [facts.javascript.builtins, facts.api].flatMap((group) => (group ? listLacking(group) : []));
  return `(${String(remove)})(${JSON.stringify(lacking.filter((name) => !kept.has(name)))})`;
}

/** Lists the members of a thing before the thing itself: they can be found only as long as that is there. */
function listLacking(group: Identifier, path: string[] = []): string[] {
  const { __compat: statement, ...members } = group;
  return [
    ...Object.entries(members as Record<string, Identifier>).flatMap(([name, each]) =>
      listLacking(each, [...path, name]),
    ),
    ...(statement && isLacking(statement) ? [path.join('.')] : []),
  ];
}

/** Checks if one of the oldest browsers has it not, or only behind a switch or under another name. */
function isLacking({ support }: CompatStatement): boolean {
  return Object.entries(oldest).some(([browser, version]) => {
    const statements = [support[browser as keyof typeof oldest] ?? []].flat();
    return !statements.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: alias }) =>
        isReached(added, version) && !isReached(removed, version) && !flags && !prefix && !alias,
    );
  });
}

/** Compares versions such as `16.4`, `≤79` and `preview`. */
function isReached(reached: string | false | undefined, version: string): boolean {
  const [major = Number.NaN, minor = 0] = String(reached).replace('≤', '').split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return major < ownMajor || (major === ownMajor && minor <= ownMinor);
}

/** Runs inside the page, so it uses nothing from outside. */
function remove(lacking: readonly string[]): void {
  type Holder = Record<string, unknown> & { prototype?: Holder };
  const { getPrototypeOf, getOwnPropertyDescriptor, hasOwn } = Object;
  // This one has no name of its own.
  const nameless: Record<string, unknown> = { TypedArray: getPrototypeOf(Int8Array) };
  // The value of a getter belongs to an instance, which isn't here.
  const own = (holder: unknown, name: string) =>
    Object(holder) === holder ? getOwnPropertyDescriptor(holder, name)?.value : undefined;
  for (const path of lacking) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const name = last.replace(/_static$/, '');
    let holder = globalThis as unknown as Holder;
    for (const [depth, one] of names.entries())
      holder = depth === 0 ? (nameless[one] ?? own(holder, one)) : own(holder, one);
    if (Object(holder) !== holder) continue;
    const { prototype } = holder;
    // A static function and a method may have the same name, such as `Response.json`.
    const isMethod = last === name && prototype && hasOwn(prototype, name);
    delete (isMethod ? prototype : holder)[name];
    // The members of a window are its own.
    if (names[0] === 'Window') delete (globalThis as unknown as Holder)[name];
  }
}
