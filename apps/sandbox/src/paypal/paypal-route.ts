import type { FastifyRequest } from 'fastify';
import type { ProviderAnswer } from '../provider-answer.ts';
import type { PaypalMerchant } from './merchants.ts';

/** Adds a call that needs a token. @param operation its name in the fault switches */
export type PaypalRoute = (
  method: 'GET' | 'POST',
  url: string,
  operation: string,
  handle: (merchant: PaypalMerchant, request: FastifyRequest) => ProviderAnswer,
) => void;
