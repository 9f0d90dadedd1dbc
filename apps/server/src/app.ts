import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { getHealth } from '@quayside/contract/portal/platform.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { DatabaseClient } from './db/client.ts';
import { features } from './features/features.ts';
import { tables } from './features/tables.ts';
import { makeDecoyHash } from './features/identity/identity.exports.ts';
import { registerHealth } from './features/platform/platform.exports.ts';
import { readinessOf, type Readiness, sendElsewhereWhenStopping } from './http/readiness.ts';
import { sendCommonHeaders } from './http/answers/common-headers.ts';
import type { FrontDoor } from './front-door.ts';
import type { Clock } from './http/context.ts';
import { readOwnCookies } from './http/origin/cookie-names.ts';
import { registerDomainAssociation } from './app/domain-association.ts';
import { answerErrors, answerFrameworkError } from './http/answers/error-answer.ts';
import { type ApiDocument, Documentation } from './app/openapi/document.ts';
import { registerReference } from './app/openapi/reference.ts';
import { registerLook } from './app/look.ts';
import { registerPages } from './app/page.ts';
import { refuseStrangeHosts } from './http/origin/host-header.ts';
import { acceptJson } from './http/requests/json-body.ts';
import { answerUnreadable } from './http/answers/unreadable-requests.ts';
import { boundBodies, type RestOfBody, slowestUploadMs } from './http/requests/slow-bodies.ts';
import { waitForOpenWork } from './http/open-work.ts';
import { refuseOtherMethods } from './http/answers/other-methods.ts';
import { builtPortal } from './app/portal-build.ts';
import { registerRoute } from './app/register.ts';
import type { Route } from './http/route.ts';
import { registerFiles } from './app/static-files.ts';
import { TenantFinder } from './http/tenant/tenant.ts';
import { traceRequests } from './http/trace-requests.ts';
import { takeRows } from './operator/import/take-rows.ts';
import type { ErrorReporter } from './providers/error-reports/error-reporter.ts';
import { logReporter } from './providers/error-reports/log-reporter.ts';
import type { FileStorage } from './providers/files/file-storage.ts';
import type { FileScanner } from './providers/scanner/file-scanner.ts';

/** Adds things to the application that only tests have. */
export type Extension = (app: FastifyInstance) => void;

export interface AppOptions {
  database: DatabaseClient;
  clock: Clock;
  log: FastifyBaseLogger;
  /** The proxies whose `X-Forwarded-*` headers count: true for every direct connection, or a list of addresses. */
  trustProxy: boolean | string;
  /** The longest time that a charge may stay invisible at a payment provider, in milliseconds. */
  providerVisibilityMs: number;
  /** The hosts of the operator's own network that webhooks may be sent to. Default: none. */
  privateHosts?: ReadonlySet<string>;
  /** Returns the portal's origin at a host, for a tenant without a fixed `rootUrl`. */
  originOf: (host: string) => string;
  /** The storage of papers and customers' files. */
  files: FileStorage;
  /** The scanner that checks customers' files for viruses; null: nobody checks them. */
  scanner: FileScanner | null;
  /** Receives reports of faults, the server's and the portal's. Default: the log. */
  errorReporter?: ErrorReporter;
  /** A port that is open already. Default: `listen` opens one. */
  door?: FrontDoor | undefined;
  /** Tells if this copy takes requests. Default: it does as long as PostgreSQL answers. */
  readiness?: Pick<Readiness, 'whyNot' | 'isStopping'> | undefined;
  /** Counts the answered requests. */
  countRequests?: (app: FastifyInstance) => void;
  /** True if HSTS covers the hosts below the portal's as well. */
  hstsSubDomains?: boolean;
  /** For tests: the time in which a body that is no file has to arrive, in milliseconds. */
  slowestBodyMs?: number;
  /** For tests: the rest that is read of a request which is answered already. */
  restOfBody?: Partial<RestOfBody>;
  /** For tests: runs before the routes are registered. */
  extend?: Extension | undefined;
  /** For tests: checks every answer against its schema. */
  checksAnswers?: boolean;
  /** The folder of the built portal. */
  portalFolder?: string;
}

/** The routes of the application, for the test that walks them. */
declare module 'fastify' {
  interface FastifyInstance {
    routesOfContract: readonly Route[];
    /** The routes of the integration API, which programs of the marina call. */
    routesOfIntegration: readonly Route[];
  }
}

/** Trusts one proxy. Anybody can write the headers that the proxy itself received. */
const trustOneHop = (_address: string, hop: number): boolean => hop === 0;

/** Builds the server without a port. */
export async function buildApp({
  database,
  clock,
  log,
  trustProxy,
  providerVisibilityMs,
  privateHosts = new Set(),
  originOf,
  files,
  scanner,
  errorReporter = logReporter(log),
  hstsSubDomains = false,
  slowestBodyMs = 30_000,
  restOfBody = {},
  door,
  readiness,
  countRequests,
  extend,
  checksAnswers = false,
  portalFolder = builtPortal,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    trustProxy: trustProxy === true ? trustOneHop : trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: slowestUploadMs,
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerUnreadable,
    ...(door ? { serverFactory: door.serverFactory } : {}),
  });
  acceptJson(app);
  traceRequests(app);
  waitForOpenWork(app);
  answerErrors(app, { reporter: errorReporter, clock, checksAnswers });
  sendCommonHeaders(app, hstsSubDomains);
  refuseStrangeHosts(app);
  boundBodies(app, slowestBodyMs, restOfBody);
  refuseOtherMethods(app);
  await app.register(cookie);
  readOwnCookies(app);
  if (readiness) sendElsewhereWhenStopping(app, readiness);
  countRequests?.(app);
  extend?.(app);

  // A document is made on the first request: that takes longer than registering all calls.
  const described: Partial<Record<ApiDocument, Documentation>> = {};
  const documentation = (kind: ApiDocument): Documentation =>
    (described[kind] ??= new Documentation(
      kind === 'portal' ? [...routes.map(({ call }) => call), getHealth] : integration.map(({ call }) => call),
      kind,
    ));
  const parts = {
    files,
    scanner,
    errorReporter,
    originOf,
    visibilityMs: providerVisibilityMs,
    decoyHash: await makeDecoyHash(),
    describeCalls: documentation,
    takeRows,
    privateHosts,
    longReads: longReadsOf(app, database),
    tables,
  };
  const routes = features.flatMap((feature) => feature.routes?.(parts) ?? []);
  const integration = features.flatMap((feature) => feature.integration?.routes(parts) ?? []);
  const options = { database, clock, tenants: new TenantFinder(database), checksAnswers };
  await app.register(async (scope) => {
    registerHealth(scope, readiness ?? readinessOf(database));
    for (const route of [...routes, ...integration]) await registerRoute(scope, route, options);
    registerDomainAssociation(scope, options);
    registerLook(scope, options);
    registerReference(scope, options, documentation);
    await registerFiles(scope, portalFolder);
    const calls = new Map(routes.map(({ call }) => [call.name, call]));
    registerPages(scope, { ...options, portalFolder, calls, originOf });
  });
  app.decorate('routesOfContract', routes);
  app.decorate('routesOfIntegration', integration);
  return app;
}

/** The most long answers at once, of all marinas. */
const longAnswers = 2;

/** Opens a second pool when the first long answer begins, so that long answers take no connection from others. */
function longReadsOf(app: FastifyInstance, database: DatabaseClient): () => DatabaseClient {
  let opened: DatabaseClient | undefined;
  app.addHook('onClose', () => opened?.close());
  return () => (opened ??= database.openPatient(longAnswers));
}
