import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../lib/toasts.ts';
import { brokenScriptCode, ProviderScriptError } from './drivers/card-driver.ts';
import { noteInitialisationFailure } from './initialisation-failures.ts';
import { usePaymentPlaces } from './payment-places.ts';
import { reportScriptFailure } from './report-script-failure.ts';
import { forgetSetupFailure, noteSetupFailure } from './setup-failure.ts';

/** Ends a checkout that can't be set up: back to what is to be paid, where its message stands (CARD-9). */
export function useSetupFailure(provider: PaymentProvider) {
  const navigate = useNavigate();
  const { orders } = usePaymentPlaces();
  useEffect(forgetSetupFailure, []);
  const toOrders = useCallback(() => {
    noteSetupFailure(location.pathname + location.search);
    void navigate({ ...orders, replace: true });
  }, [navigate, orders]);
  return useScriptFailure(provider, toOrders);
}

/** The same where no page is left: a toast says it. @param giveUp must not change between renders */
export function useStartFailure(provider: PaymentProvider, giveUp: () => void) {
  const { t } = useTranslation();
  const sayAndGiveUp = useCallback(() => {
    showToast({ kind: 'error', message: t('cards.setupFailed') });
    giveUp();
  }, [giveUp, t]);
  return useScriptFailure(provider, sayAndGiveUp);
}

/**
 * What follows when the provider's script fails to start: it is reported, so that a script that is down is noticed. Its
 * code 9014 asks for a reload, once a minute at most (decision P4.17); anything else ends what needed it.
 * @param giveUp must not change between renders
 */
function useScriptFailure(provider: PaymentProvider, giveUp: () => void) {
  const [asksForReload, setAsksForReload] = useState(false);
  const { key } = provider;

  const onFailure = useCallback(
    (error: unknown) => {
      reportScriptFailure(key, error);
      const isBroken = error instanceof ProviderScriptError && error.code === brokenScriptCode;
      if (isBroken && noteInitialisationFailure(sessionStorage, Date.now()) === 'reload') setAsksForReload(true);
      else giveUp();
    },
    [giveUp, key],
  );
  return { asksForReload, onFailure };
}
