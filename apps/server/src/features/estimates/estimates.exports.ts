export { createEstimates, type NewEstimate, type NewEstimateLine } from './new-estimates.service.ts';
