import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('figures are written as Prometheus reads them', () => {
  const metrics = new Metrics();
  metrics.add('quayside_requests_total', 'Requests.', { call: 'signIn', status: '200' });
  metrics.add('quayside_requests_total', 'Requests.', { call: 'signIn', status: '200' });
  metrics.add('quayside_requests_total', 'Requests.', { call: 'a "quoted"\\\nname', status: '500' });
  metrics.set('quayside_jobs_waiting', 'Jobs.', 3, { task: 'send-mail' });
  metrics.forget('quayside_jobs_waiting');
  metrics.set('quayside_jobs_waiting', 'Jobs.', 2, { task: 'seal-agreement' });
  expect(metrics.write()).toBe(`# HELP quayside_requests_total Requests.
# TYPE quayside_requests_total counter
quayside_requests_total{call="signIn",status="200"} 2
quayside_requests_total{call="a \\"quoted\\"\\\\\\nname",status="500"} 1
# HELP quayside_jobs_waiting Jobs.
# TYPE quayside_jobs_waiting gauge
quayside_jobs_waiting{task="seal-agreement"} 2
`);
});

test('a histogram counts each duration in all buckets above it', () => {
  const metrics = new Metrics();
  for (const seconds of [0.02, 0.4, 20]) metrics.observe('quayside_request_seconds', 'Durations.', seconds);
  const lines = metrics.write().split('\n');
  expect(lines).toContain('quayside_request_seconds_bucket{le="0.01"} 0');
  expect(lines).toContain('quayside_request_seconds_bucket{le="0.025"} 1');
  expect(lines).toContain('quayside_request_seconds_bucket{le="0.5"} 2');
  expect(lines).toContain('quayside_request_seconds_bucket{le="+Inf"} 3');
  expect(lines).toContain('quayside_request_seconds_sum 20.42');
  expect(lines).toContain('quayside_request_seconds_count 3');
});
