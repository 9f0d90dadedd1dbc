/** The parts of sign-on that others may use, beside its service. */
export { findSignOnSettings, listSignOnSettings, saveSignOnProvider } from './providers.service.ts';
