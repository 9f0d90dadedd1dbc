/** The parts of webhooks that others may use, beside its service. */
export { watchWebhooks, type WebhookLags } from './watch-webhooks.service.ts';
