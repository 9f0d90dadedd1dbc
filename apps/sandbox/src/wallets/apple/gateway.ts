import type { TLSSocket } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerUnderFaults } from '../../provider-answer.ts';
import { takeFaults } from '../../faults.ts';
import type { Sandbox } from '../../sandbox.ts';
import { gatewayIdentity } from './gateway-identity.ts';
import { mintSession } from './merchant-session.ts';

const SessionRequest = z.strictObject({
  merchantIdentifier: z.string().min(1).max(255),
  displayName: z.string().min(1).max(64),
  initiative: z.literal('web'),
  initiativeContext: z.string().regex(/^[a-z0-9.-]{1,253}$/),
});

/** Creates the gateway where merchants' servers prove who they are, by a certificate, before a sheet opens. */
export function createAppleGateway(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({
    https: {
      key: gatewayIdentity.key,
      cert: gatewayIdentity.certificate,
      // In production Apple issues the certificate. Here nobody does: it only must be there and name the merchant.
      requestCert: true,
      rejectUnauthorized: false,
    },
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  app.post('/paymentservices/paymentSession', (request, reply) => {
    const merchant = SessionRequest.safeParse(request.body);
    const accountId = merchant.data?.merchantIdentifier ?? '';
    const faults = takeFaults(sandbox.database, 'apple-pay.session', [accountId]);
    return answerUnderFaults(reply, new Map(faults.map((fault) => [fault.kind, fault])), {
      work: () => {
        if (!merchant.success) return refusal(400, 'Invalid merchant session request');
        if (certificateName(request) !== accountId) return refusal(401, 'Unknown merchant certificate');
        return { status: 200, body: mintSession(sandbox, merchant.data) };
      },
      brokenAnswer: (status) => refusal(status, 'Out of service (sandbox fault)'),
      send: (to, answer) => to.code(answer.status).send(answer.body),
    });
  });
  return app;
}

const refusal = (status: number, statusMessage: string) => ({
  status,
  body: { statusMessage, statusCode: String(status) } as object,
});

/**
 * Returns the name in the client's certificate; undefined without one. TLS has checked that the client has its key.
 */
function certificateName(request: FastifyRequest): string | undefined {
  const certificate = (request.raw.socket as TLSSocket).getPeerCertificate();
  return (certificate as { subject?: { CN?: string } } | null)?.subject?.CN;
}
