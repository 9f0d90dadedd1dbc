import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { AgreementSearch } from '../features/agreements/agreement-search.ts';
import type { PlainSignEnd } from '../features/agreements/signing/plain-sign-form.tsx';
import { requirePermissions } from '../lib/session/guards.ts';
import { type Paging, readPaging } from '../lib/lists/paging.ts';
import { readReferrer } from '../lib/navigation/referrer.ts';
import { auth, type Context, root, secure } from './layout-routes.ts';

const requireAgreements = ({ context }: { context: Context }) =>
  requirePermissions(context.tenant, ['agreementsEnabled']);

const agreements = createRoute({
  getParentRoute: () => secure,
  path: 'agreements',
  staticData: {
    document: ['drawnForOne'],
    menu: {
      group: 'papers',
      place: 1,
      text: 'sidebar.agreements',
      icon: 'IconSignature',
      offeredIf: 'agreementsEnabled',
      badge: 'unsignedAgreements',
    },
  },
  validateSearch: (search): Paging & AgreementSearch => readPaging(search),
  beforeLoad: requireAgreements,
  component: lazyRouteComponent(() => import('./secure/agreements.tsx'), 'AgreementsPage'),
});

const signedAgreement = createRoute({
  getParentRoute: () => secure,
  path: 'agreements/signed/$agreementGuid',
  staticData: { document: ['drawnForOne'] },
  beforeLoad: requireAgreements,
  component: lazyRouteComponent(() => import('./secure/signed-agreement.tsx'), 'SignedAgreementPage'),
});

const unsignedAgreement = createRoute({
  getParentRoute: () => secure,
  path: 'agreements/unsigned/$agreementGuid',
  staticData: { document: ['ownWindow', 'drawnForOne'] },
  validateSearch: readReferrer,
  beforeLoad: requireAgreements,
  component: lazyRouteComponent(() => import('./secure/unsigned-agreement.tsx'), 'UnsignedAgreementPage'),
});

export interface ToSign extends PlainSignEnd {
  guid?: string | undefined;
  orderGuid?: string | undefined;
  /** The page that the payer came from. Quick pay decides if it leads back there. */
  referrer?: string | undefined;
  /** Set if a form without scripts has signed. */
  done?: string | undefined;
}

const quickSign = createRoute({
  getParentRoute: () => root,
  path: '/quick-sign/$id',
  staticData: { document: ['key', 'drawnForLink'] },
  // The account from the letter's link, which fills in the form, and the order that waits (decision C2.8).
  validateSearch: (search: Record<string, unknown>): ToSign => {
    const names = ['guid', 'orderGuid', 'referrer', 'done', 'problem', 'codeSent'] as const;
    return Object.fromEntries(names.map((name) => [name, typeof search[name] === 'string' ? search[name] : undefined]));
  },
  component: lazyRouteComponent(() => import('./public/quick-sign.tsx'), 'QuickSignPage'),
});

const verify = createRoute({
  getParentRoute: () => auth,
  path: '/verify',
  staticData: { document: ['drawn', 'indexed'], description: 'verify.intro' },
  component: lazyRouteComponent(() => import('./public/verify.tsx'), 'VerifyPage'),
});

/** The pages of agreements, by layout. */
export const agreementRoutes = {
  root: [quickSign],
  auth: [verify],
  secure: [agreements, signedAgreement, unsignedAgreement],
} as const;
