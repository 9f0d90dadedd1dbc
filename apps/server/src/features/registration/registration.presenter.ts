import type { OpenCode } from './renewal-codes.service.ts';

/** Presents the account of a code: enough to greet its owner, and no more (decision C2.30). */
export function presentOpenCode({ code, guid, firstname, site_name }: OpenCode) {
  return { renewalToken: code, accountGuid: guid, firstname, siteName: site_name };
}
