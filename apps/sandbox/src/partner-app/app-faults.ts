import { answerFaultKinds } from '../lost-answers.ts';
import { type FaultKind, type FaultsOfRequest, takeFaultsByKind } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';

declare module '../faults.ts' {
  interface OwnFaultKinds {
    'hostile-messages': true;
    'never-reports': true;
  }
}

/** The operations with their faults: `apps` means every request, each other name one address. */
export const appOperations: Readonly<Record<string, readonly FaultKind[]>> = {
  apps: answerFaultKinds,
  'apps.list': answerFaultKinds,
  'apps.manifest': answerFaultKinds,
  'apps.page': [...answerFaultKinds, 'hostile-messages', 'never-reports'],
};

interface AppRequest {
  readonly operation: string;
  readonly tenantKey: string;
  readonly appId?: string;
}

/** Takes the faults of one request. */
export function takeAppFaults({ database }: Sandbox, { operation, tenantKey, appId }: AppRequest): FaultsOfRequest {
  const scopes = [tenantKey, ...(appId === undefined ? [] : [`${tenantKey}/${appId}`])];
  return takeFaultsByKind(database, ['apps', operation], scopes);
}
