import { z } from 'zod';

/** The longest time that a marina may allow a provider for a call, in milliseconds. */
export const longestDeadlineMs = 120_000;

/** The setting for the time that a call of a provider may take, in milliseconds. @param usual the default */
export const deadlineSetting = (usual: number) => z.number().int().min(100).max(longestDeadlineMs).default(usual);
