import { publicConfigWithoutCards } from '../public-config.ts';
import type { PaymentProvider, ProviderAdapter } from '../payment-provider.ts';
import { minute } from '../../../lib/time/durations.ts';
import { beginPage, closePage } from './pages.ts';
import { fetchAftermath, fetchStatus } from './status.ts';
import { openRefunds } from './refunds.ts';
import { readEvent } from './events.ts';
import { RedirectSettings } from './settings.ts';

/** A provider on whose own page customers pay. apps/sandbox/README.md documents its wire. */
export const redirect: ProviderAdapter<RedirectSettings> = {
  key: 'redirect',
  company: null,
  settings: RedirectSettings,
  open,
};

function open(settings: RedirectSettings): PaymentProvider {
  const { flow, redirectsOnError, closesPages, shortestPageMinutes } = settings;
  return {
    key: redirect.key,
    account: settings.merchantId,
    deadlineMs: settings.deadlineMs,
    publicConfig: publicConfigWithoutCards(settings),
    browserOrigins: [],
    redirect: {
      requiredFields: settings.requiredFields,
      begin: (attempt, input) => beginPage(settings, attempt, input),
      flow,
      sendsRefusedBack: redirectsOnError,
      shortestLifeMs: shortestPageMinutes * minute,
      ...(closesPages && { close: (attempt) => closePage(settings, attempt) }),
    },
    fetchStatus: (attempt) => fetchStatus(settings, attempt),
    fetchAftermath: (attempt) => fetchAftermath(settings, attempt),
    refunds: openRefunds(settings),
    readEvent: async (event) => readEvent(settings, event),
  };
}
