import type { OpenCode } from './renewal-codes.service.ts';

/** What a code tells of its account: enough to be greeted by, and no more (decision C2.30). */
export function presentOpenCode({ code, guid, firstname, site_name }: OpenCode) {
  return { renewalToken: code, accountGuid: guid, firstname, siteName: site_name };
}
