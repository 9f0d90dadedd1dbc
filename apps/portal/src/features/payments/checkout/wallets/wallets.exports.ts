/** The parts of paying by a wallet that others may use. */
export { OfferedWallets } from './offered-wallets.tsx';
export type { ShownProblem, WalletOptions } from './use-wallet-payment.ts';
export { useWalletDocument } from './wallet-document.ts';
export { ComingWallets } from './wallet-frame.tsx';
