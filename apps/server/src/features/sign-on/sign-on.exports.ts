export { saveSignOnProvider } from './providers.service.ts';
export { findSignOnSettings, listSignOnSettings } from './sign-on.queries.ts';
