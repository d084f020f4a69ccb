import { expect } from '@jest/globals'

export const PERSON = { full_name: 'Ada Canaryperson', domain: 'canarydomain.example' }
const JOB = {
  capability: 'contact.verify',
  input: { email: '{{Email}}' },
  rows: { items: [{ Email: 'ada@canarydomain.example' }, { Email: 'bob@canarydomain.example' }, { Email: '' }] },
  ceiling: '1.00',
  pilot: 1,
  approve: 'manual',
}
export const FOUND = { capability: 'contact.find', input: PERSON }

/** A call of every tool and of every action, in an order in which each finds what it needs. */
export const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>, expected: object])[] = [
  [
    'discover',
    { query: "find someone's work email" },
    { items: expect.arrayContaining([expect.objectContaining({ capability: 'contact.find' })]) },
  ],
  ['inspect', { capability: 'contact.find' }, { capability: 'contact.find', offers: expect.any(Array) }],
  ['inspect', { provider: 'hunter', endpoint: '/email-finder' }, { kind: 'endpoint', provider: 'hunter' }],
  ['run', FOUND, { status: 'succeeded', done: true, simulated: true, result: { email: expect.any(String) } }],
  [
    'get_run',
    { run_id: 'that of the run before', wait: 1 },
    { status: 'succeeded', result: { email: expect.any(String) } },
  ],
  [
    'run',
    { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' } },
    { kind: 'endpoint', status: 'succeeded', result: { raw: true } },
  ],
  [
    'batch_run',
    { capability: 'contact.find', items: [{ input: PERSON }, { input: {} }] },
    { totals: { items: 2, succeeded: 1, refused: 1 } },
  ],
  ['create_job', { ...JOB, dry_run: true }, { estimate: { rows: 3, runnable: 2 }, invalid_rows: [{ row: 3 }] }],
  ['create_job', { ...JOB, idempotency_key: 'job' }, { status: 'estimating', simulated: true, ceiling: '1.00' }],
  ['get_job', { job_id: 'that of the job', wait: 60 }, { status: 'awaiting_approval', advice: expect.any(String) }],
  ['change_job', { job_id: 'that of the job', action: 'edit', ceiling: '2.00' }, { ceiling: '2.00' }],
  ['change_job', { job_id: 'that of the job', action: 'approve' }, { reason: null }],
  ['get_job', { job_id: 'that of the job', wait: 60 }, { progress: { done: 3, found: 2, invalid: 1 } }],
  ['get_job', { job_id: 'that of the job', outcome: 'invalid' }, { items: [{ row: 3, run_id: null }] }],
  ['history', { q: PERSON.domain }, { subject: { kind: 'domain' }, items: expect.any(Array) }],
  ['history', { subjects: [PERSON.domain, 'nobody.example'] }, { totals: { subjects: 2, seen: 1 } }],
  ['events', { limit: 5 }, { items: expect.any(Array), has_more: false }],
  ['wallet', {}, { environment: 'test', currency: 'USD' }],
  ['feedback', { type: 'other', goal: 'Try every tool', message: 'Nothing stood in the way.' }, { status: 'accepted' }],
  [
    'table_write',
    { action: 'create', table: 'leads', description: 'People', idempotency_key: 'once' },
    { name: 'leads', description: 'People' },
  ],
  [
    'table_write',
    {
      action: 'upsert',
      table: 'leads',
      rows: [{ email: 'ada@canarydomain.example', status: 'new' }, { email: 'bob@canarydomain.example' }],
    },
    { inserted: 2 },
  ],
  [
    'table_write',
    { action: 'update', table: 'leads', status: 'new', if_status: 'new', set: { status: 'working' }, limit: 1 },
    { updated: 1 },
  ],
  ['table_write', { action: 'delete', table: 'leads', keys: ['bob@canarydomain.example'] }, { deleted: 1 }],
  [
    'table_write',
    { action: 'edit', table: 'leads', name: 'people', title: 'All of them' },
    { name: 'people', title: 'All of them' },
  ],
  ['table_write', { action: 'suppress', subjects: ['robin@canarydomain.example'] }, { added: 1 }],
  ['tables', {}, { items: [{ name: 'people', rows: 1 }] }],
  ['tables', { table: 'people' }, { name: 'people', by_status: { working: 1 } }],
  [
    'tables',
    { table: 'people', where: { status: 'working' }, fields: ['email'] },
    { items: [{ key: 'ada@canarydomain.example' }], next_cursor: null },
  ],
  [
    'tables',
    { suppressions: true, kind: 'email' },
    { items: [{ subject: 'robin@canarydomain.example', reason: 'manual' }] },
  ],
  ['table_write', { action: 'unsuppress', subjects: ['robin@canarydomain.example'] }, { removed: 1 }],
  ['table_write', { action: 'drop', table: 'people', confirm: true }, { deleted: true, rows: 1 }],
]
