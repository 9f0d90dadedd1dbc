import { features } from '../../features/features.ts';

/** A chapter of the document: the subject of its calls, and the files of the contract that define them. */
export interface Noun {
  name: string;
  description: string;
  files: readonly Readonly<Record<string, unknown>>[];
}

type Chapter = NonNullable<(typeof features)[number]['chapter']>;

/** Returns the chapters of features. Features with the same chapter share it. */
const nounsOf = (chapters: readonly Chapter[]): Noun[] =>
  chapters.flatMap(({ name, description }) =>
    description === undefined
      ? []
      : [{ name, description, files: chapters.filter((each) => each.name === name).flatMap(({ files }) => files) }],
  );

/** The chapters of the two documents. */
export const nouns = {
  portal: nounsOf(features.flatMap(({ chapter }) => (chapter ? [chapter] : []))),
  integration: nounsOf(features.flatMap(({ integration }) => (integration ? [integration.chapter] : []))),
} as const;

const nounsOfCalls = new Map(
  [...nouns.portal, ...nouns.integration].flatMap(({ name, files }) =>
    files.flatMap((file) => Object.values(file)).flatMap((each) => (isCall(each) ? [[each.name, name] as const] : [])),
  ),
);

/** Returns the chapter of a call. @throws RangeError if its file of the contract is in no chapter */
export function nounOf(callName: string): string {
  const noun = nounsOfCalls.get(callName);
  if (noun === undefined) throw new RangeError(`${callName} belongs to no chapter of a feature`);
  return noun;
}

function isCall(value: unknown): value is { name: string; path: string } {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'name' in value;
}
