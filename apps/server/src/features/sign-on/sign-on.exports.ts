export { findSignOnSettings, listSignOnSettings, saveSignOnProvider } from './providers.service.ts';
