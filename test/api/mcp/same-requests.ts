/** The same request, made as a tool call and over HTTP. */
export interface Same {
  readonly tool: string
  readonly args?: Readonly<Record<string, unknown>>
  readonly http: readonly [method: string, path: string, body?: unknown]
  /** Where HTTP's name of a member differs from the argument. */
  readonly param?: string
}

const LONG = 'x'.repeat(1_100_000)
const same = (tool: string, path: string, body: Readonly<Record<string, unknown>>): Same => ({
  tool,
  args: body,
  http: ['POST', path, body],
})
const read = (tool: string, path: string, args: Readonly<Record<string, string | number>>): Same => ({
  tool,
  args,
  http: [
    'GET',
    `${path}?${new URLSearchParams(Object.entries(args).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
  ],
})

export const WITHOUT_TABLES: readonly Same[] = [
  same('discover', '/v1/discover', {}),
  same('discover', '/v1/discover', { query: 'email', limit: 100 }),
  same('discover', '/v1/discover', { query: 'email', limit: '5' }),
  same('discover', '/v1/discover', { query: 'email', qurey: 1 }),
  same('discover', '/v1/discover', { query: 'e\0mail' }),
  same('discover', '/v1/discover', { query: 'email', constructor: 1 }),
  same('discover', '/v1/discover', { query: 'email', limit: 1e300 }),
  same('inspect', '/v1/inspect', {}),
  same('inspect', '/v1/inspect', { capability: 'contact.fnid' }),
  same('inspect', '/v1/inspect', { capability: 'contact.find', provider: 'hunter' }),
  same('inspect', '/v1/inspect', { provider: 'hunter', endpoint: '/nothing' }),
  same('run', '/v1/run', {}),
  same('run', '/v1/run', { capability: 'contact.find', input: {} }),
  same('run', '/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'Ada Example', domain: 'example.com', nothing: 1 },
  }),
  same('run', '/v1/run', { capability: 'nothing.here', input: {} }),
  same('run', '/v1/run', { capability: 'contact.find', input: {}, provider: 'hunter' }),
  same('run', '/v1/run', { provider: 'hunter', endpoint: '/nothing' }),
  same('run', '/v1/run', { provider: 'sec', endpoint: '/submissions/CIK{cik}.json' }),
  same('run', '/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'A', domain: 'example.com' },
    routing: { max_cost: '-1', strategy: 'best' },
    wait_seconds: 500,
  }),
  same('run', '/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'A', domain: 'example.com' },
    idempotency_key: 'two\twords',
  }),
  same('run', '/v1/run', {
    capability: 'person.enrich',
    input: { email: 'ada@example.com' },
    into: { table: 'leads' },
  }),
  same('run', '/v1/run', { capability: 'contact.find', input: { full_name: LONG, domain: 'example.com' } }),
  { tool: 'get_run', args: { run_id: 'run_nothing' }, http: ['GET', '/v1/runs/run_nothing'] },
  { tool: 'get_run', args: { run_id: 'run_nothing', wait: 500 }, http: ['GET', '/v1/runs/run_nothing?wait=500'] },
  read('history', '/v1/history', {}),
  read('history', '/v1/history', { q: 'Ada', kind: 'email' }),
  read('history', '/v1/history', { q: 'Ada', kind: 'nothing', limit: 1_000 }),
  same('history', '/v1/history', { subjects: [] }),
  same('history', '/v1/history', { subjects: ['ada@example.com'], q: 'ada@example.com' }),
  read('events', '/v1/events', { after: 'nothing' }),
  read('events', '/v1/events', { after: 'evt_01j9zq3v6n4k8w2x5y7a9b1c3d' }),
  read('events', '/v1/events', { types: 'nothing', limit: 0 }),
  read('events', '/v1/events', { since: 'yesterday' }),
  read('events', '/v1/events', { class: 'nothing' }),
  read('wallet', '/v1/wallet', { nothing: 1 }),
  read('wallet', '/v1/wallet', { toString: 'x' }),
  same('feedback', '/feedback', { type: 'nothing', goal: 'g' }),
  same('feedback', '/feedback', { type: 'bug', goal: 'g', message: 'm', nothing: true }),
  // Tables are off.
  { tool: 'tables', http: ['GET', '/v1/tables'] },
  { tool: 'tables', args: { table: 'leads' }, http: ['GET', '/v1/tables/leads'] },
  { tool: 'tables', args: { table: 'leads', limit: 1 }, http: ['POST', '/v1/tables/leads/rows/query', { limit: 1 }] },
  { tool: 'tables', args: { suppressions: true }, http: ['GET', '/v1/suppressions'] },
  { tool: 'table_write', args: { action: 'upsert', table: 'leads' }, http: ['POST', '/v1/tables/leads/rows', {}] },
  { tool: 'table_write', args: { action: 'suppress' }, http: ['POST', '/v1/suppressions', {}] },
]

const write = (action: string, args: Readonly<Record<string, unknown>>, http: Same['http'], param?: string): Same => ({
  tool: 'table_write',
  args: { action, ...args },
  http,
  ...(param === undefined ? {} : { param }),
})

export const WITH_TABLES: readonly Same[] = [
  { tool: 'tables', args: { table: 'nothing' }, http: ['GET', '/v1/tables/nothing'], param: '/table' },
  { tool: 'tables', args: { table: 'No Name' }, http: ['GET', '/v1/tables/No%20Name'], param: '/table' },
  {
    tool: 'tables',
    args: { table: 'leads', where: { score: { nothing: 1 } } },
    http: ['POST', '/v1/tables/leads/rows/query', { where: { score: { nothing: 1 } } }],
  },
  {
    tool: 'tables',
    args: { table: 'leads', limit: 501 },
    http: ['POST', '/v1/tables/leads/rows/query', { limit: 501 }],
  },
  { tool: 'tables', args: { suppressions: true, kind: 'nothing' }, http: ['GET', '/v1/suppressions?kind=nothing'] },
  write('upsert', { table: 'leads', rows: [] }, ['POST', '/v1/tables/leads/rows', { rows: [] }]),
  write('upsert', { table: 'leads', rows: [{ email: 'a@example.com' }], key: 'phone' }, [
    'POST',
    '/v1/tables/leads/rows',
    { rows: [{ email: 'a@example.com' }], key: 'phone' },
  ]),
  write('update', { table: 'leads', keys: ['ada@example.com'] }, [
    'PATCH',
    '/v1/tables/leads/rows',
    { keys: ['ada@example.com'] },
  ]),
  write('update', { table: 'leads', keys: ['nobody@example.com'], set: { a: 1 } }, [
    'PATCH',
    '/v1/tables/leads/rows',
    { keys: ['nobody@example.com'], set: { a: 1 } },
  ]),
  write('delete', { table: 'leads', status: 'new' }, ['POST', '/v1/tables/leads/rows/delete', { status: 'new' }]),
  write(
    'delete',
    { table: 'nothing', keys: ['a'] },
    ['POST', '/v1/tables/nothing/rows/delete', { keys: ['a'] }],
    '/table',
  ),
  write('create', { table: 'leads' }, ['POST', '/v1/tables', { name: 'leads' }], '/table'),
  write('create', { table: 'other', key: 'nothing' }, ['POST', '/v1/tables', { name: 'other', key: 'nothing' }]),
  write(
    'create',
    { table: 'other', idempotency_key: 'two\twords' },
    ['POST', '/v1/tables', { name: 'other' }],
    '/idempotency_key',
  ),
  write('edit', { table: 'leads' }, ['PATCH', '/v1/tables/leads', {}]),
  write('edit', { table: 'leads', name: 'Not So' }, ['PATCH', '/v1/tables/leads', { name: 'Not So' }]),
  write('drop', { table: 'leads' }, ['DELETE', '/v1/tables/leads']),
  write('drop', { table: 'nothing', confirm: true }, ['DELETE', '/v1/tables/nothing?confirm=true'], '/table'),
  write('suppress', { subjects: ['robin@example.com'], reason: 'nothing' }, [
    'POST',
    '/v1/suppressions',
    { subjects: ['robin@example.com'], reason: 'nothing' },
  ]),
  write('unsuppress', { subjects: [] }, ['POST', '/v1/suppressions/remove', { subjects: [] }]),
]
