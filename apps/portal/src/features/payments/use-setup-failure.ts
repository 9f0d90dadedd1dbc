import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePaymentPlaces } from './payment-places.ts';
import { showToast } from '../../lib/toasts.ts';
import { brokenScriptCode, ProviderScriptError } from './drivers/card-driver.ts';
import { noteInitialisationFailure } from './initialisation-failures.ts';

/**
 * What follows when the provider's script fails to start. Its code 9014 asks for a reload, once a minute at most
 * (decision P4.17); anything else ends the checkout and leads back to the orders (P§8).
 */
export function useSetupFailure() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { orders } = usePaymentPlaces();
  const [asksForReload, setAsksForReload] = useState(false);

  const onFailure = useCallback(
    (error: unknown) => {
      const isBroken = error instanceof ProviderScriptError && error.code === brokenScriptCode;
      if (isBroken && noteInitialisationFailure(sessionStorage, Date.now()) === 'reload') {
        setAsksForReload(true);
        return;
      }
      showToast({ kind: 'error', message: t('cards.setupFailed') });
      void navigate({ ...orders, replace: true });
    },
    [navigate, orders, t],
  );
  return { asksForReload, onFailure };
}
