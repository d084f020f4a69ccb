/** The largest requests that the api accepts, one of each kind worth measuring. */
export interface HoldingRequest {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** `{time}` is replaced by the number of the try. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A different one for each try where a repetition would be less work. */
  readonly body?: string | ((time: number) => string)
}

export interface HoldingCaller {
  readonly key: string
  readonly session: string
}

const ROWS = 500
const ROW_CHARS = 16_000
const CSV_LINES = 49_999
const JSON_TYPE = 'application/json'

const members = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')
const words = (chars: number): string => 'lorem ipsum '.repeat(Math.ceil(chars / 12)).slice(0, chars)

const largeRows = (prefix: string): string =>
  JSON.stringify({
    rows: Array.from({ length: ROWS }, (_, row) => ({
      email: `${prefix}${row}@example.com`,
      note: words(ROW_CHARS - 400),
    })),
  })
const manyFields = (prefix: string): string =>
  JSON.stringify({
    rows: Array.from({ length: ROWS }, (_, row) => ({
      email: `${prefix}${row}@example.com`,
      ...Object.fromEntries(Array.from({ length: 150 }, (__, field) => [`field_${field}`, row * field])),
    })),
  })

function csv(prefix: string, lines: number, note: number): string {
  const all = ['email,note']
  for (let line = 0; line < lines; line += 1) all.push(`${prefix}${line}@e.co,${'n'.repeat(note)}`)
  return all.join('\n')
}

/** Writes the data for the reading requests, and returns all requests. Throws where the api refuses a write. */
export async function prepareHoldingRequests(url: string, caller: HoldingCaller): Promise<readonly HoldingRequest[]> {
  const as = requestsAs(caller)
  await writeData(url, as.bearer)
  return [
    as.get('wallet (the least)', '/v1/wallet'),
    ...publicRequests(as),
    ...runRequests(as),
    ...rowWrites(as),
    ...tableRequests(as),
    ...otherRequests(as),
    ...toolRequests(as),
    ...pageRequests(url, as),
  ]
}

type Headers = Readonly<Record<string, string>>

/** Requests with the caller's credentials. */
interface CallerRequests {
  readonly bearer: Headers
  readonly json: Headers
  post(name: string, path: string, body: HoldingRequest['body']): HoldingRequest
  get(name: string, path: string): HoldingRequest
  page(path: string): HoldingRequest
}

function requestsAs({ key, session }: HoldingCaller): CallerRequests {
  const bearer = { authorization: `Bearer ${key}` }
  const json = { ...bearer, 'content-type': JSON_TYPE }
  return {
    bearer,
    json,
    post: (name, path, body) => ({
      name,
      method: 'POST',
      path,
      headers: json,
      ...(body === undefined ? {} : { body }),
    }),
    get: (name, path) => ({ name, method: 'GET', path, headers: bearer }),
    page: (path) => ({
      name: `page ${path}`,
      method: 'GET',
      path: `/dashboard/test${path}`,
      headers: { cookie: `dashboard_session=${session}` },
    }),
  }
}

async function writeData(url: string, bearer: Headers): Promise<void> {
  async function write(path: string, body: string, type = JSON_TYPE): Promise<void> {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers: { ...bearer, 'content-type': type }, body })
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`)
  }
  await write('/v1/tables/large/rows', largeRows('large'))
  await write('/v1/tables/fields/rows', manyFields('fields'))
  await write('/v1/tables/long/import', csv('long', CSV_LINES, 1), 'text/csv')
  await write(
    '/v1/run',
    JSON.stringify({ capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } }),
  )
}

const publicRequests = ({ post }: CallerRequests): HoldingRequest[] => [
  {
    name: 'discover, unknown members',
    method: 'POST',
    path: '/v1/discover',
    headers: { 'content-type': JSON_TYPE },
    body: `{"query":"x",${members(1_400)}}`,
  },
  {
    name: 'discover, the longest query',
    method: 'POST',
    path: '/v1/discover',
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify({
      query: 'find the work email address of a person by company name and linkedin profile url '
        .repeat(3)
        .slice(0, 250),
    }),
  },
  post('sign-in, brackets', '/v1/auth/signin', '['.repeat(16_000)),
  {
    name: 'OAuth registration',
    method: 'POST',
    path: '/oauth/register',
    headers: { 'content-type': JSON_TYPE },
    body: `{${members(1_400)}}`,
  },
  {
    name: 'OAuth token form',
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Array.from({ length: 1_500 }, (_, index) => `k${index}=1`).join('&'),
  },
  {
    name: 'a message of Resend',
    method: 'POST',
    path: '/v1/inbound/resend',
    headers: { 'content-type': JSON_TYPE },
    body: `{${members(80_000)}}`,
  },
  {
    name: 'a message of Unipile',
    method: 'POST',
    path: '/v1/inbound/unipile',
    headers: { 'content-type': JSON_TYPE },
    body: `{${members(80_000)}}`,
  },
]

const runRequests = ({ post }: CallerRequests): HoldingRequest[] => [
  post('run, 19,000 values', '/v1/run', `{"capability":"contact.find","input":{"list":[${'1,'.repeat(19_000)}1]}}`),
  post(
    'run, 0.9 MB of text',
    '/v1/run',
    JSON.stringify({ capability: 'contact.find', input: { full_name: words(900_000), domain: 'example.com' } }),
  ),
  post(
    'raw run, a body of 0.9 MB',
    '/v1/run',
    JSON.stringify({
      provider: 'serper',
      endpoint: '/search',
      input: { q: words(900_000) },
      async: true,
      routing: { max_cost: '0.01' },
    }),
  ),
  post(
    'raw run, 19,000 long numbers',
    '/v1/run',
    `{"provider":"serper","endpoint":"/search","async":true,"routing":{"max_cost":"0.01"},"input":{"list":[${'12345678901234567890,'.repeat(19_000)}1]}}`,
  ),
  post('inspect', '/v1/inspect', JSON.stringify({ capability: 'contact.find' })),
]

const rowWrites = ({ bearer, post }: CallerRequests): HoldingRequest[] => [
  post('rows, 500 of 16 KB, new', '/v1/tables/written/rows', (time) => largeRows(`t${time}`)),
  post('rows, 500 of 16 KB, known', '/v1/tables/large/rows', largeRows('large')),
  post('rows, 500 of 150 fields, new', '/v1/tables/writtenfields/rows', (time) => manyFields(`t${time}`)),
  post('rows, 500 of 150 fields, known', '/v1/tables/fields/rows', manyFields('fields')),
  {
    name: 'import of 49,999 new lines',
    method: 'POST',
    path: '/v1/tables/{time}/import',
    headers: { ...bearer, 'content-type': 'text/csv' },
    body: (time) => csv(`new${time}.`, CSV_LINES, 1),
  },
  {
    name: 'import of 49,999 known lines',
    method: 'POST',
    path: '/v1/tables/long/import',
    headers: { ...bearer, 'content-type': 'text/csv' },
    body: csv('long', CSV_LINES, 1),
  },
  {
    name: 'import of 1 MB in 5,000 lines',
    method: 'POST',
    path: '/v1/tables/imported/import',
    headers: { ...bearer, 'content-type': 'text/csv' },
    body: (time) => csv(`t${time}`, 5_000, 190),
  },
]

const tableRequests = ({ json, post, get }: CallerRequests): HoldingRequest[] => [
  post('query, 500 rows of 16 KB', '/v1/tables/large/rows/query', '{"limit":500}'),
  post('query, 500 rows of 150 fields', '/v1/tables/fields/rows/query', '{"limit":500}'),
  get('list, 500 rows of 16 KB', '/v1/tables/large/rows?limit=500'),
  get('export, 500 rows of 16 KB', '/v1/tables/large/export.csv'),
  get('export, 49,999 rows', '/v1/tables/long/export.csv'),
  {
    name: 'update of 500 rows by keys',
    method: 'PATCH',
    path: '/v1/tables/fields/rows',
    headers: json,
    body: (time) =>
      JSON.stringify({
        keys: Array.from({ length: ROWS }, (_, row) => `fields${row}@example.com`),
        set: { seen: time, note: words(10_000) },
      }),
  },
]

const otherRequests = ({ post, get }: CallerRequests): HoldingRequest[] => [
  post(
    'suppressions, 1,000',
    '/v1/suppressions',
    JSON.stringify({ subjects: Array.from({ length: 1_000 }, (_, index) => `suppressed${index}@example.com`) }),
  ),
  get('suppressions, listed', '/v1/suppressions?limit=500'),
  post(
    'history of 200 subjects',
    '/v1/history',
    JSON.stringify({ subjects: Array.from({ length: 200 }, (_, index) => `person${index}@example.com`) }),
  ),
  get('runs, listed', '/v1/runs?limit=100'),
  get('events', '/v1/events?limit=500'),
  get('capabilities', '/v1/catalog/capabilities'),
  get('endpoints of a large provider', '/v1/catalog/providers/apollo/endpoints'),
  get('OpenAPI document', '/openapi.json'),
  get('llms.txt', '/llms.txt'),
  post('feedback', '/feedback', JSON.stringify({ type: 'bug', goal: 'to measure', message: words(1_900) })),
]

const toolRequests = ({ json }: CallerRequests): HoldingRequest[] => [
  mcp(json, 'tools/list', { method: 'tools/list', params: {} }),
  mcp(json, 'query, 500 rows of 16 KB', {
    method: 'tools/call',
    params: { name: 'tables', arguments: { table: 'large', limit: 500 } },
  }),
  mcp(json, 'upsert, 1 MB of rows', {
    method: 'tools/call',
    params: {
      name: 'table_write',
      arguments: {
        action: 'upsert',
        table: 'overmcp',
        rows: Array.from({ length: 60 }, (_, row) => ({
          email: `mcp${row}@example.com`,
          note: words(ROW_CHARS - 400),
        })),
      },
    },
  }),
  mcp(json, 'batch of 100', {
    method: 'tools/call',
    params: {
      name: 'batch_run',
      arguments: {
        capability: 'contact.find',
        wait_seconds: 0,
        items: Array.from({ length: 100 }, (_, index) => ({
          input: { full_name: `Ada Example N${index}`, domain: 'example.com' },
        })),
      },
    },
  }),
]

const pageRequests = (url: string, { page }: CallerRequests): HoldingRequest[] => [
  page('/'),
  page('/runs'),
  page('/tables'),
  page('/tables/large'),
  page('/tables/fields'),
  page('/catalog'),
  {
    name: 'a form of the dashboard',
    method: 'POST',
    path: '/dashboard/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: Array.from({ length: 1_500 }, (_, index) => `k${index}=1`).join('&'),
  },
]

function mcp(headers: Headers, name: string, message: object): HoldingRequest {
  return {
    name: `MCP ${name}`,
    method: 'POST',
    path: '/mcp',
    headers: { ...headers, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  }
}
