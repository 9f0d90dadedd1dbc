import { type Kysely, sql } from 'kysely';

/**
 * Lets all endpoints of a marina share two queues, as `laneOf` in features/webhooks does. With a queue for each
 * endpoint, eight slow endpoints of one marina took all places of the queue, and no other marina got its webhooks.
 * An endpoint keeps its lane, so one of its jobs runs at a time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function wake_webhooks() returns trigger language plpgsql as $$
      begin
        perform graphile_worker.add_job('send-webhooks',
            json_build_object('tenantId', w.tenant_id, 'webhookEndpointId', w.id),
            queue_name => 'webhooks ' || w.tenant_id || ' lane ' || w.id % 2,
            job_key => 'webhooks ' || w.tenant_id || ' ' || w.id)
          from webhook_endpoints w
          where w.off_reason is null and exists (
            select from numbered n where n.tenant_id = w.tenant_id
              and (n.type = 'webhook.test' or w.types = '{}' or n.type = any(w.types)));
        return null;
      end $$`.execute(db);
}
