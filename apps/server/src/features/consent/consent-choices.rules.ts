/** A choice as callers send it, by either of its names. */
type SentChoice = { id: number; bool: boolean } | { id: number; isGranted: boolean };

/** The choices by the group's id. */
export type ConsentChoices = ReadonlyMap<number, boolean>;

/**
 * Reads a list of choices, or an object of id → choice (decisions C3.18, C7.8). If a group has two, the last one
 * counts.
 */
export function readChoices(sent: readonly SentChoice[] | Record<string, boolean>): ConsentChoices {
  if (Array.isArray(sent)) return new Map(sent.map((choice: SentChoice) => [choice.id, isGranted(choice)]));
  return new Map(Object.entries(sent).map(([id, granted]) => [Number(id), granted]));
}

const isGranted = (choice: SentChoice) => ('bool' in choice ? choice.bool : choice.isGranted);
