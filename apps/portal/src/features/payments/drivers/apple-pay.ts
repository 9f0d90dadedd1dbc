import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { applePayRequest } from './apple-pay-request.ts';
import type { AppleContact } from './wallet-address.ts';
import { acceptedNetworks, type WalletSale } from './wallet-sale.ts';
import { loadScript } from './load-script.ts';

/** The answer of Apple's sheet: a token that only the provider can open, and the billing address. */
export interface ApplePayment {
  token: ApplePayToken;
  billingContact?: AppleContact;
}

interface ApplePayToken {
  paymentData: {
    version: string;
    data: string;
    signature: string;
    header: { applicationData?: string; ephemeralPublicKey: string; publicKeyHash: string; transactionId: string };
  };
  paymentMethod: { displayName?: string; network?: string; type?: string };
  transactionIdentifier: string;
}

/** The part of `ApplePaySession` that we use. */
interface Session {
  onvalidatemerchant: ((event: { validationURL: string }) => void) | null;
  onpaymentauthorized: ((event: { payment: ApplePayment }) => void) | null;
  oncancel: (() => void) | null;
  begin(): void;
  completeMerchantValidation(session: object): void;
  completePayment(result: { status: number }): void;
  abort(): void;
}

interface SessionClass {
  new (version: number, request: object): Session;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  canMakePayments(): boolean;
}

declare global {
  interface Window {
    ApplePaySession?: SessionClass;
  }
}

/** The requested version of the sheet, the first that has everything we use. */
const version = 3;

/** The tasks of the page while the sheet is open. */
export interface SheetTasks<Result> {
  /** Asks our server for Apple's validation of the marina. */
  validate: (validationUrl: string) => Promise<object>;
  /** Pays. Returns the result, and whether the sheet shows success. */
  pay: (payment: ApplePayment) => Promise<{ result: Result; isPaid: boolean }>;
}

/** The functions of Apple Pay that this page needs. */
export interface ApplePayDriver {
  /**
   * Opens the sheet. Call it only inside a click. Returns null if the reader closed it. @throws the errors of the
   * tasks
   */
  pay<Result>(sale: WalletSale, tasks: SheetTasks<Result>): Promise<Result | null>;
}

/**
 * Loads Apple Pay. Null if the provider takes none of its networks, or if this browser doesn't have it. Apple's
 * script is loaded only if the settings name it.
 */
export async function loadApplePay(provider: PaymentProvider): Promise<ApplePayDriver | null> {
  if (acceptedNetworks(provider).length === 0) return null;
  const url = provider.config.wallets?.scripts.applePay;
  if (!window.ApplePaySession && url !== undefined) await loadScript(url);
  const ApplePaySession = window.ApplePaySession;
  if (!ApplePaySession?.canMakePayments()) return null;
  return { pay: (sale, tasks) => openSheet(ApplePaySession, applePayRequest(provider, sale), tasks) };
}

function openSheet<Result>(
  ApplePaySession: SessionClass,
  request: object,
  { validate, pay }: SheetTasks<Result>,
): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    const session = new ApplePaySession(version, request);
    session.onvalidatemerchant = ({ validationURL }) => {
      validate(validationURL).then(
        (merchantSession) => session.completeMerchantValidation(merchantSession),
        (error: unknown) => {
          session.abort();
          reject(error);
        },
      );
    };
    session.onpaymentauthorized = ({ payment }) => {
      const { STATUS_SUCCESS, STATUS_FAILURE } = ApplePaySession;
      pay(payment).then(
        ({ result, isPaid }) => {
          session.completePayment({ status: isPaid ? STATUS_SUCCESS : STATUS_FAILURE });
          resolve(result);
        },
        (error: unknown) => {
          session.completePayment({ status: STATUS_FAILURE });
          reject(error);
        },
      );
    };
    session.oncancel = () => resolve(null);
    session.begin();
  });
}
