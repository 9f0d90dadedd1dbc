import { day } from '../../lib/time/durations.ts';

/**
 * The time for which a link in a mail opens its one object (decision S3). The texts `mailLink.life`,
 * `agreementSigned.copy` and `agreementSigned.copyByLink` name the days.
 */
export const mailedLinkLifeMs = 7 * day;
