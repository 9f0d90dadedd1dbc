import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePaymentPlaces } from './payment-places.ts';
import { showToast } from '../../lib/toasts.ts';
import { brokenScriptCode, ProviderScriptError } from './drivers/card-driver.ts';
import { noteInitialisationFailure } from './initialisation-failures.ts';

/** Ends a checkout that can't be set up: back to what is to be paid (P§8). */
export function useSetupFailure() {
  const navigate = useNavigate();
  const { orders } = usePaymentPlaces();
  const toOrders = useCallback(() => void navigate({ ...orders, replace: true }), [navigate, orders]);
  return useStartFailure(toOrders);
}

/**
 * What follows when the provider's script fails to start. Its code 9014 asks for a reload, once a minute at most
 * (decision P4.17); anything else is said, and ends what needed it.
 * @param giveUp must not change between renders
 */
export function useStartFailure(giveUp: () => void) {
  const { t } = useTranslation();
  const [asksForReload, setAsksForReload] = useState(false);

  const onFailure = useCallback(
    (error: unknown) => {
      const isBroken = error instanceof ProviderScriptError && error.code === brokenScriptCode;
      if (isBroken && noteInitialisationFailure(sessionStorage, Date.now()) === 'reload') {
        setAsksForReload(true);
        return;
      }
      showToast({ kind: 'error', message: t('cards.setupFailed') });
      giveUp();
    },
    [giveUp, t],
  );
  return { asksForReload, onFailure };
}
