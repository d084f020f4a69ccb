import type { Operations } from './operations.ts'

/** The requests that take an `Idempotency-Key`. */
export const KEYED: readonly (keyof Operations)[] = [
  'POST /v1/agents/live-key',
  'POST /v1/members',
  'POST /v1/api-keys',
  'POST /v1/plan',
  'POST /v1/plan/cancel',
  'POST /v1/plan/portal',
  'POST /v1/run',
  'POST /v1/runs/{run_id}/cancel',
  'POST /v1/jobs/uploads',
  'POST /v1/jobs',
  'PATCH /v1/jobs/{job_id}',
  'POST /v1/jobs/{job_id}/pause',
  'POST /v1/jobs/{job_id}/resume',
  'POST /v1/jobs/{job_id}/approve',
  'POST /v1/jobs/{job_id}/cancel',
  'POST /v1/jobs/{job_id}/retry',
  'POST /v1/runs/{run_id}/approve',
  'POST /v1/runs/{run_id}/reject',
  'POST /v1/suppressions',
  'POST /v1/suppressions/remove',
  'POST /v1/connections/{provider}',
  'POST /v1/do-not-process',
  'POST /v1/erasures',
  'POST /v1/tables',
  'POST /v1/tables/{name}/rows',
  'PATCH /v1/tables/{name}/rows',
  'POST /v1/tables/{name}/rows/delete',
  'POST /v1/tables/{name}/import',
  'POST /v1/tables/{name}/rows/{key}/unmerge',
  'POST /v1/webhooks',
  'POST /v1/webhooks/{webhook_id}/test',
  'POST /v1/webhooks/{webhook_id}/rotate-secret',
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  'POST /v1/webhooks/{webhook_id}/recover',
  'POST /v1/callbacks/secret',
  'POST /v1/wallet/topups/checkout',
  'POST /v1/wallet/auto-topup',
  'POST /v1/watch',
  'POST /v1/watch/{watch_id}/refresh',
  'POST /v1/linkedin/accounts',
  'POST /v1/instagram/accounts',
  'POST /v1/whatsapp/accounts',
  'POST /v1/gmail/accounts',
  'POST /v1/email/inboxes',
  'POST /v1/email/domains',
]

/** POST operations that change nothing. */
export const READING: readonly (keyof Operations)[] = [
  'POST /v1/history',
  'POST /v1/tables/{name}/rows/query',
  'POST /v1/inspect',
]

/**
 * How a request may be repeated: `keyed` ones carry an `Idempotency-Key`, `reading` ones change nothing. The
 * placeholders of its path are filled.
 */
export function repeatOf(method: string, path: string): 'keyed' | 'reading' | 'never' {
  if (method === 'GET') return 'reading'
  const name = `${method} ${path}`
  if (KEYED.some((template) => fits(template, name))) return 'keyed'
  return READING.some((template) => fits(template, name)) ? 'reading' : 'never'
}

const fits = (template: string, name: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(name)
