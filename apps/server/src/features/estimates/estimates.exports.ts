/** The parts of estimates that others may use, beside its service. */
export { createEstimates, type NewEstimate, type NewEstimateLine } from './new-estimates.service.ts';
