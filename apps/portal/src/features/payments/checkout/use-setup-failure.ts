import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { tabStorage } from '../../../lib/browser/tab-storage.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import { brokenScriptCode, ProviderScriptError } from '../drivers/card-driver.ts';
import { usePaymentPlaces } from '../payment-places.ts';
import { reportScriptFailure } from './report-script-failure.ts';
import { forgetSetupFailure, noteSetupFailure } from '../setup-failure.ts';
import { untilLeft } from './until-left.ts';

/** Ends a checkout that can't be set up: leads back to the orders, which show the message (CARD-9). */
export function useSetupFailure(provider: PaymentProvider) {
  const navigate = useNavigate();
  const { orders } = usePaymentPlaces();
  useEffect(forgetSetupFailure, []);
  const toOrders = useCallback(
    (reference: string) => {
      noteSetupFailure({ checkoutPath: location.pathname + location.search, reference });
      void navigate({ ...orders, replace: true });
    },
    [navigate, orders],
  );
  return useScriptFailure(provider, toOrders);
}

/**
 * Tells in a toast that a checkout could not be set up, on a page that stays open.
 * @param giveUp must not change between renders
 */
export function useStartFailure(provider: PaymentProvider, giveUp: () => void) {
  const { t } = useTranslation();
  const sayAndGiveUp = useCallback(
    (reference: string) => {
      showToast({ kind: 'error', message: t('cards.setupFailed'), reference });
      giveUp();
    },
    [giveUp, t],
  );
  return useScriptFailure(provider, sayAndGiveUp);
}

/**
 * Handles a provider's script that fails to start. It reports the failure, so that somebody notices a broken
 * script. Code 9014 asks for a reload, at most once a minute (decision P4.17). All other codes call `giveUp`.
 * @param giveUp gets the reference of the report; must not change between renders
 * @returns `asksForReload`: the reference of the report if the page has to be reloaded, else null
 */
function useScriptFailure(provider: PaymentProvider, giveUp: (reference: string) => void) {
  const [asksForReload, setAsksForReload] = useState<string | null>(null);
  const { key } = provider;

  const onFailure = useCallback(
    async (error: unknown) => {
      await untilLeft();
      const reference = reportScriptFailure(key, error);
      const isBroken = error instanceof ProviderScriptError && error.code === brokenScriptCode;
      if (isBroken && noteInitialisationFailure(tabStorage(), Date.now()) === 'reload') setAsksForReload(reference);
      else giveUp(reference);
    },
    [giveUp, key],
  );
  return { asksForReload, onFailure };
}

const failedAtKey = 'quayside.initialisation-failed-at';
const minute = 60_000;

/**
 * Records that the provider could not start, and tells if a reload is worth a try. After a second failure within a
 * minute it is not, or the page would reload for ever (decision P4.17).
 */
function noteInitialisationFailure(storage: Storage | undefined, now: number): 'reload' | 'giveUp' {
  const last = Number(storage?.getItem(failedAtKey) ?? Number.NEGATIVE_INFINITY);
  storage?.setItem(failedAtKey, String(now));
  return now - last < minute ? 'giveUp' : 'reload';
}
