/** What the driver reads from a column of a type, in TypeScript (`COLUMN_TYPES` in db/database.ts). */
const READ: Readonly<Record<string, string>> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  integer: 'number',
  json: 'StoredJson',
  jsonb: 'StoredJson',
  text: 'string',
  'text[]': 'readonly string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  void: 'string',
}

/** What it may be given for a value of a type: it sends text as it is, and everything else as PostgreSQL reads it. */
const SENT: Readonly<Record<string, string>> = {
  bigint: 'bigint | number | string',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  json: 'SentJson',
  jsonb: 'SentJson',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date | string',
  uuid: 'string',
}

export function read(type: string): string {
  const found = READ[type]
  if (found === undefined)
    throw new Error(`what does the driver read from a column of ${type}? A line in READ states it`)
  return found
}

export function sent(type: string): string {
  const isArray = type.endsWith('[]')
  const found = SENT[isArray ? type.slice(0, -2) : type]
  if (found === undefined) throw new Error(`what may the driver send as ${type}? A line in SENT states it`)
  return isArray ? `readonly (${found === 'SentJson' ? 'string' : found} | null)[] | ArrayText` : found
}
