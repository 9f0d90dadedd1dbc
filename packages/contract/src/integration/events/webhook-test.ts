import { z } from 'zod';
import { eventsOf } from '../event.ts';
import { OwnReference } from '../resource.ts';

/** The object of a test event. */
const TestObject = z.object({ endpoint: OwnReference });

/** The event that a program asks for, to test its endpoint. */
export const webhookEvents = eventsOf(
  TestObject,
  { endpoint: 'back-office' },
  { 'webhook.test': 'A test event was asked for. It is sent to that endpoint alone' },
);
