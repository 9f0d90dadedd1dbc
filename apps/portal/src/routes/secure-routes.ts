import { showsOrders } from '@quayside/contract/tenant/tenant.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readEstimateFilter } from '../features/estimates/estimate-filter.ts';
import { readStayFilter } from '../features/stays/stay-filter.ts';
import { withTexts } from '../lib/texts/i18n.ts';
import { readDateFilter } from '../lib/lists/date-filter.ts';
import { requireOffered, requirePermissions, requireStays } from '../lib/session/guards.ts';
import { readPaging } from '../lib/lists/paging.ts';
import { secure } from './layout-routes.ts';

const dashboard = createRoute({
  getParentRoute: () => secure,
  path: 'dashboard',
  staticData: {
    document: ['drawnForOne'],
    menu: { group: 'first', place: 1, text: 'sidebar.dashboard', icon: 'IconHome' },
  },
  component: lazyRouteComponent(() => import('./secure/dashboard/dashboard.tsx'), 'DashboardPage'),
});

const accountEdit = createRoute({
  getParentRoute: () => secure,
  path: 'account/edit',
  staticData: {
    document: ['drawnForOne'],
    menu: { group: 'first', place: 2, text: 'sidebar.myAccount', icon: 'IconUser' },
  },
  component: lazyRouteComponent(() => import('./secure/account-edit.tsx'), 'AccountEditPage'),
});

const contactUs = createRoute({
  getParentRoute: () => secure,
  path: 'contact-us',
  staticData: {
    document: ['drawnForOne'],
    menu: { group: 'last', place: 4, text: 'sidebar.contactUs', icon: 'IconMessage' },
  },
  component: lazyRouteComponent(() => import('./secure/contact-us.tsx'), 'ContactUsPage'),
});

const documents = createRoute({
  getParentRoute: () => secure,
  path: 'documents',
  staticData: {
    document: ['drawnForOne'],
    menu: { group: 'papers', place: 2, text: 'sidebar.documents', icon: 'IconFiles', offeredIf: 'hasDocuments' },
  },
  component: lazyRouteComponent(() => import('./secure/documents.tsx'), 'DocumentsPage'),
});

const outstandingOrders = createRoute({
  getParentRoute: () => secure,
  path: 'orders/outstanding',
  staticData: {
    document: ['wallets', 'drawnForOne'],
    menu: {
      group: 'money',
      place: 1,
      text: 'sidebar.unpaidOrders',
      icon: 'IconFileInvoice',
      offeredIf: 'invoicingEnabled',
    },
  },
  // The order that is selected first, for example from a link in a message.
  validateSearch: (search): { order?: number | undefined; cancelled?: boolean | undefined; token?: undefined } => {
    const order = Number(search.order);
    // Undefined and not absent, because the router would then keep the raw value.
    return {
      order: Number.isSafeInteger(order) && order > 0 ? order : undefined,
      // The customer cancelled at an express provider (decision P2.1).
      cancelled: String(search.cancelled) === 'true' || undefined,
      // The provider's name of the payment must not stay in an address that people keep and share.
      token: undefined,
    };
  },
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['invoicingEnabled']),
  component: lazyRouteComponent(() => import('./secure/orders/outstanding-orders.tsx'), 'OutstandingOrdersPage'),
});

const order = createRoute({
  getParentRoute: () => secure,
  path: 'account/order/$orderId',
  staticData: { document: ['drawnForOne'] },
  beforeLoad: ({ context }) => requireOffered(showsOrders(context.tenant)),
  component: lazyRouteComponent(() => import('./secure/orders/order.tsx'), 'OrderPage'),
});

const orderHistory = createRoute({
  getParentRoute: () => secure,
  path: 'account/order-history',
  staticData: {
    document: ['drawnForOne'],
    menu: {
      group: 'money',
      place: 2,
      text: 'sidebar.orderHistory',
      icon: 'IconHistory',
      offeredIf: 'showAccountActivity',
    },
  },
  validateSearch: (search) => ({ ...readPaging(search), ...readDateFilter(search) }),
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['showAccountActivity']),
  component: lazyRouteComponent(() => import('./secure/orders/order-history.tsx'), 'OrderHistoryPage'),
});

const paymentHistory = createRoute({
  getParentRoute: () => secure,
  path: 'account/payment-history',
  staticData: {
    document: ['drawnForOne'],
    menu: {
      group: 'money',
      place: 4,
      text: 'sidebar.paymentHistory',
      icon: 'IconReceipt',
      offeredIf: 'showAccountActivity',
    },
  },
  validateSearch: (search) => ({ ...readPaging(search), ...readDateFilter(search) }),
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['showAccountActivity']),
  component: lazyRouteComponent(() => import('./secure/payments/payment-history.tsx'), 'PaymentHistoryPage'),
});

const payment = createRoute({
  getParentRoute: () => secure,
  path: 'account/payment/$paymentId',
  staticData: { document: ['drawnForOne'] },
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['showAccountActivity']),
  component: lazyRouteComponent(() => import('./secure/payments/payment.tsx'), 'PaymentPage'),
});

const estimates = createRoute({
  getParentRoute: () => secure,
  path: 'estimates',
  staticData: {
    document: ['drawnForOne'],
    menu: {
      group: 'money',
      place: 3,
      text: 'sidebar.estimates',
      icon: 'IconFileDescription',
      offeredIf: 'showEstimates',
    },
  },
  validateSearch: (search) => ({ ...readPaging(search), ...readEstimateFilter(search) }),
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['showEstimates']),
  component: lazyRouteComponent(() => import('./secure/estimates.tsx'), 'EstimatesPage'),
});

const estimate = createRoute({
  getParentRoute: () => secure,
  path: 'estimates/$estimateId',
  staticData: { document: ['drawnForOne'] },
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['showEstimates']),
  component: lazyRouteComponent(() => import('./secure/estimate.tsx'), 'EstimatePage'),
});

const myStays = createRoute({
  getParentRoute: () => secure,
  path: 'account/my-stays',
  staticData: {
    document: ['drawnForOne'],
    menu: { group: 'last', place: 1, text: 'sidebar.myStays', icon: 'IconAnchor', offeredIf: 'hasStays' },
  },
  validateSearch: (search) => ({ ...readPaging(search), ...readStayFilter(search) }),
  beforeLoad: ({ context }) => requireStays(context.tenant, context.session),
  component: lazyRouteComponent(() => import('./secure/my-stays.tsx'), 'MyStaysPage'),
});

const boats = createRoute({
  getParentRoute: () => secure,
  path: 'boats',
  staticData: { document: ['drawnForOne'] },
  component: lazyRouteComponent(() => import('./secure/boats.tsx'), 'BoatsPage'),
});

const waitingLists = createRoute({
  getParentRoute: () => secure,
  path: 'waiting-lists',
  staticData: { document: ['drawnForOne'] },
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['showWaitingLists']),
  component: lazyRouteComponent(() => import('./secure/waiting-lists.tsx'), 'WaitingListsPage'),
});

const microApp = createRoute({
  getParentRoute: () => secure,
  path: 'micro-app',
  staticData: { document: ['apps'] },
  validateSearch: ({ app }: Record<string, unknown>): { app?: string } => (typeof app === 'string' ? { app } : {}),
  beforeLoad: async ({ context, search, location }) =>
    (await withTexts(import('./secure/require-micro-app.ts'))).requireMicroApp(
      context.tenant,
      search.app,
      location.pathname,
    ),
  component: lazyRouteComponent(() => import('./secure/micro-app.tsx'), 'MicroAppPage'),
});

/** The pages of signed-in customers, by layout. */
export const secureRoutes = {
  secure: [
    dashboard,
    accountEdit,
    contactUs,
    documents,
    outstandingOrders,
    order,
    orderHistory,
    paymentHistory,
    payment,
    estimates,
    estimate,
    myStays,
    boats,
    waitingLists,
    microApp,
  ],
} as const;
