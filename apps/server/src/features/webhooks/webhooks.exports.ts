export { watchWebhooks, type WebhookLags } from './watch-webhooks.service.ts';
