/** The parts of integration-rows that others may use: how programs read pages of objects, and change objects. */
export { minorOfAmount } from './amount.rules.ts';
export { lockResource } from './lock-resource.queries.ts';
export { doOnce, sweepAnswers } from './idempotency.service.ts';
export { refuseNoLines } from './lines.rules.ts';
export { rowsOfAccount, rowsOfPage } from './page.queries.ts';
export { type Page, parsePage, presentPage } from './page.rules.ts';
export { resourceRoutes } from './resource-routes.integration.ts';
export { rowOf, storedRowOf, type Values, wholeRowOf } from './row-of-body.rules.ts';
export type { Row, RowProblem, SentFile, TakenRows, TakeRows } from './row-taking.types.ts';
export {
  answerResource,
  changeResource,
  type RowsByKind,
  saveResource,
  type ResourceChange,
} from './save-resource.service.ts';
