import { useState } from 'react';
import { useMatch, useMediaQuery } from '../../../lib/browser/media-query.ts';

/** `drawn`: the server knows no screen. It draws `vertical` and `fixed-horizontal`, and the styles show one. */
export type PayPanelLayout = 'vertical' | 'horizontal' | 'fixed-horizontal' | 'drawn';

/** The pay panel's layout, and the state of the sheet that holds the ways to pay while the panel is folded. */
export interface PayPanelFold {
  layout: PayPanelLayout;
  /** True if the sheet is in sight. It is not while a wallet is paying: it would cover the wallet's own sheet. */
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Tells that a wallet's payment starts or ends. */
  setPaying: (isPaying: boolean) => void;
}

/**
 * Returns the layout. Below 850 px the panel lies under the list, and is folded into a bar at the bottom while there is
 * something to pay (decision P2.18). It is not fixed if the list would have no room: at 400 % zoom, a laptop has
 * 256 px of height.
 *
 * Another layout draws the ways to pay again. So the layout stays while the sheet is open or a wallet is paying:
 * otherwise a phone that is turned would lose the wallet's dialogs.
 * @param problem the reason why a payment failed. The page shows it, so a new one closes the sheet
 */
export function usePayPanelFold(somethingToPay: boolean, problem: object | null): PayPanelFold {
  const isWide = useMatch('(min-width: 850px)');
  const isTall = useMediaQuery('(min-height: 480px)');
  const onNarrow = somethingToPay && isTall ? 'fixed-horizontal' : 'horizontal';
  const fitting = isWide === undefined ? 'drawn' : isWide ? 'vertical' : onNarrow;
  const [layout, setLayout] = useState<PayPanelLayout>(fitting);
  const [isOpen, setOpen] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const [shown, setShown] = useState(problem);
  if (shown !== problem) {
    setShown(problem);
    setOpen(false);
  } else if (layout !== fitting && !isOpen && !isPaying) setLayout(fitting);
  return { layout, isOpen: isOpen && !isPaying, setOpen, setPaying };
}
