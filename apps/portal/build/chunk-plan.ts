/**
 * Plans which modules share a file. Without a plan the build makes a file for each set of pages that share something,
 * and a first page requests a hundred of them. The plan puts files together where that costs the pages least. The
 * reason for the method and its figures are in decision 0109.
 */

/** A file of a build without a plan. Its modules are exactly those that the same pages and parts load. */
export interface Piece {
  file: string;
  modules: readonly string[];
  /** The characters of its code and styles, minified. */
  size: number;
  /** The files that it imports statically. */
  imports: readonly string[];
  /** True for a page or a part that loads on demand. It stays a file of its own. */
  isEntry: boolean;
}

/** The files that are loaded at once: those of a page, or of a part that comes later. */
export interface Load {
  /** The entries that it consists of. The files that these import come along. */
  entries: readonly string[];
  /** Counts how much a character costs here, compared with those of a common page. */
  weight: number;
}

/**
 * A request and a beginning in each file cost as much as 7,000 characters: small files compress badly, each repeats
 * what joins modules, and a phone's network takes its time for each. Larger and smaller values were measured.
 */
const costOfFile = 7_000;

interface Group {
  pieces: readonly Piece[];
  size: number;
  isEntry: boolean;
  /** One bit for each load that needs the group. */
  loads: bigint;
}

/** Two groups that could share a file, and what that saves at most. */
interface Pair {
  a: Group;
  b: Group;
  saved: number;
}

/** Returns the files to make, each with its modules. A file comes after those that it imports. */
export function planChunks(pieces: readonly Piece[], loads: readonly Load[]): string[][] {
  const byFile = new Map(pieces.map((piece) => [piece.file, piece]));
  const needed = loads.map(({ entries }) => reachFrom(entries, (file) => byFile.get(file)?.imports ?? []));
  const weightOf = remember((mask) => loads.reduce((sum, { weight }, at) => sum + (hasBit(mask, at) ? weight : 0), 0));
  const cost = ({ size, loads: mask }: Pick<Group, 'size' | 'loads'>) => weightOf(mask) * (size + costOfFile);
  const saving = (a: Group, b: Group) => cost(a) + cost(b) - cost({ size: a.size + b.size, loads: a.loads | b.loads });

  let groups: Group[] = pieces.map((piece) => ({
    pieces: [piece],
    size: piece.size,
    isEntry: piece.isEntry,
    loads: needed.reduce((mask, files, at) => (files.has(piece.file) ? mask | bit(at) : mask), 0n),
  }));
  const pairOf = ([a, b]: [Group, Group]): Pair => ({ a, b, saved: saving(a, b) });
  let merges = pairsOf(groups.filter(({ isEntry }) => !isEntry)).map(pairOf);
  for (;;) {
    merges = merges.filter(({ saved }) => saved > 0).toSorted((one, other) => other.saved - one.saved);
    const imports = importsOf(groups);
    // Pages that need one of both load all that the other one imports, too.
    const broughtCost = ({ a, b }: Pair) =>
      importedBy([a, b], imports)
        .map(({ size, loads: mask }) => ({ size, loads: mask | a.loads | b.loads, before: mask }))
        .reduce((sum, { before, ...after }) => sum + cost(after) - cost({ ...after, loads: before }), 0);
    const best = bestOf(merges, (pair) =>
      leadsAround(pair.a, pair.b, imports) || leadsAround(pair.b, pair.a, imports) ? 0 : pair.saved - broughtCost(pair),
    );
    if (!best) break;
    const { a, b } = best;
    const isOld = (group: Group) => group === a || group === b;
    const merged: Group = {
      pieces: [...a.pieces, ...b.pieces],
      size: a.size + b.size,
      isEntry: false,
      loads: a.loads | b.loads,
    };
    const dependencies = importedBy([a, b], imports);
    for (const group of dependencies) group.loads |= merged.loads;
    groups = groups.filter((group) => !isOld(group));
    const fresh = groups.filter(({ isEntry }) => !isEntry).map((other): [Group, Group] => [merged, other]);
    const kept = merges.filter((merge) => !isOld(merge.a) && !isOld(merge.b));
    const isChanged = (merge: Pair) => dependencies.includes(merge.a) || dependencies.includes(merge.b);
    merges = [...kept.map((merge) => (isChanged(merge) ? pairOf([merge.a, merge.b]) : merge)), ...fresh.map(pairOf)];
    groups.push(merged);
  }
  return importedFirst(groups).flatMap((group) =>
    group.isEntry ? [] : [group.pieces.toSorted((a, b) => b.size - a.size).flatMap(({ modules }) => modules)],
  );
}

const bit = (at: number) => 1n << BigInt(at);
const hasBit = (mask: bigint, at: number) => (mask & bit(at)) !== 0n;

/** Keeps the results of a function, because the plan asks for the same ones often. */
function remember(compute: (mask: bigint) => number): (mask: bigint) => number {
  const known = new Map<bigint, number>();
  return (mask) => {
    const value = known.get(mask) ?? compute(mask);
    known.set(mask, value);
    return value;
  };
}

const pairsOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]));

/** Returns everything that the first ones lead to, with themselves. */
function reachFrom<T>(first: readonly T[], next: (one: T) => Iterable<T>): Set<T> {
  const found = new Set(first);
  // A set also walks over what is added meanwhile.
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}

/** Returns the groups that each group imports. */
function importsOf(groups: readonly Group[]): Map<Group, Set<Group>> {
  const groupOf = new Map(groups.flatMap((group) => group.pieces.map(({ file }) => [file, group])));
  return new Map(
    groups.map((group) => {
      const imported = group.pieces.flatMap(({ imports }) => imports.flatMap((file) => groupOf.get(file) ?? []));
      return [group, new Set(imported.filter((other) => other !== group))];
    }),
  );
}

/** Returns all that two groups import, also through others, without themselves. */
const importedBy = (pair: readonly Group[], imports: Map<Group, Set<Group>>): Group[] =>
  [...reachFrom(pair, (group) => imports.get(group) ?? [])].filter((group) => !pair.includes(group));

/** Returns the pair that saves most. @param pairs sorted by `saved` @param savingOf at most the pair's `saved` */
function bestOf(pairs: readonly Pair[], savingOf: (pair: Pair) => number): Pair | undefined {
  let [best, most]: [Pair | undefined, number] = [undefined, 0];
  for (const pair of pairs) {
    if (pair.saved <= most) break;
    const saved = savingOf(pair);
    if (saved > most) [best, most] = [pair, saved];
  }
  return best;
}

/** Checks if a group imports another one through a third. Put together they would import each other in a circle. */
function leadsAround(from: Group, to: Group, imports: Map<Group, Set<Group>>): boolean {
  const others = [...(imports.get(from) ?? [])].filter((group) => group !== to);
  return reachFrom(others, (group) => imports.get(group) ?? []).has(to);
}

/** Sorts groups so that each comes after those that it imports. */
function importedFirst(groups: readonly Group[]): Group[] {
  const imports = importsOf(groups);
  const sorted = new Set<Group>();
  const visit = (group: Group) => {
    if (sorted.has(group)) return;
    for (const other of imports.get(group) ?? []) visit(other);
    sorted.add(group);
  };
  for (const group of groups) visit(group);
  return [...sorted];
}
