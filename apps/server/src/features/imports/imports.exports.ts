/** The parts of imports that others may use: the shape of the function that takes rows in. */
export type { SentProblem, SentRows, TakeSentRows } from './sent-rows.types.ts';
