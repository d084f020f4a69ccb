import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { EntityMetadata, EntityProperty } from '@mikro-orm/core'
import { ATTEMPT_OUTCOMES, ENDED_STATUSES, ENVIRONMENTS, RUN_STATUSES } from '../../domain/runs/states.ts'
import { INBOX_STATUSES, MESSAGING_ACCOUNT_STATUSES, NETWORKS } from '../../domain/senders/sender.ts'
import { ATTEMPTS_MAX } from '../../domain/routing/plan.ts'
import type { Database } from '../../db/database.ts'
import { ENTITIES } from '../../db/entities.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { ACCOUNT_KINDS, TRANSFER_KINDS } from '../../db/wallets/entity.ts'
import { openTestDatabase } from './build.ts'

/** Tables without an entity: one belongs to the rate limiter's library, one to the migrator. */
const WITHOUT_ENTITY = ['migration', 'rate_limit']

/** PostgreSQL's names for the types that entities name. */
const STORED_AS: Readonly<Record<string, string>> = {
  text: 'text',
  int: 'int4',
  bigint: 'int8',
  bigserial: 'int8',
  boolean: 'bool',
  timestamptz: 'timestamptz',
  date: 'date',
  jsonb: 'jsonb',
  json: 'json',
  bytea: 'bytea',
  uuid: 'uuid',
  'double precision': 'float8',
  'integer[]': '_int4',
  'text[]': '_text',
  'bigint[]': '_int8',
}

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly udt_name: string
  readonly is_nullable: 'YES' | 'NO'
}

interface Check {
  readonly table_name: string
  readonly columns: string
  readonly definition: string
}

let db: Database
let close: () => Promise<void>
let columns: readonly Column[]
let checks: readonly Check[]
let entities: readonly EntityMetadata[]

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  columns = (
    await db.pool.query<Column>(
      `select table_name, column_name, udt_name, is_nullable from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`,
    )
  ).rows
  checks = (
    await db.pool.query<Check>(
      `select c.conrelid::regclass::text as table_name, pg_get_constraintdef(c.oid) as definition,
      (select string_agg(a.attname, ' ' order by a.attname) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
    from pg_constraint c where c.contype = 'c' and c.connamespace = 'public'::regnamespace`,
    )
  ).rows
  entities = [...db.orm.getMetadata().getAll().values()]
})
afterAll(() => close())

interface Mapped {
  readonly table: string
  readonly column: string
  readonly property: EntityProperty
}

const mapped = (): Mapped[] =>
  entities.flatMap((entity) =>
    Object.values(entity.properties).flatMap((property: EntityProperty) =>
      (property.fieldNames ?? []).map((column) => ({ table: entity.tableName, column, property })),
    ),
  )
const columnOf = ({ table, column }: Pick<Mapped, 'table' | 'column'>): Column | undefined =>
  columns.find((found) => found.table_name === table && found.column_name === column)
const nameOf = ({ table, column }: Pick<Mapped, 'table' | 'column'>): string => `${table}.${column}`

/** The values that the only list check of exactly these columns names, in its order. */
function listed(table: string, ofColumns: string, containing = ''): string[] {
  const lists = checks.filter(
    (check) =>
      check.table_name === table &&
      check.columns === ofColumns &&
      /ARRAY\[|= '/.test(check.definition) &&
      check.definition.includes(containing),
  )
  expect(lists).toHaveLength(1)
  return [...(lists[0]?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value)
}

describe('entities and the migrated database agree', () => {
  it('every entity was compared, and no migration is pending', async () => {
    expect(entities).toHaveLength(ENTITIES.length)
    expect(mapped().length).toBeGreaterThan(70)
    expect(await pendingMigrations(db.orm)).toEqual([])
  })

  it('every property has its column', () => {
    expect(
      mapped()
        .filter((one) => columnOf(one) === undefined)
        .map(nameOf),
    ).toEqual([])
  })

  it('every column of every table is mapped by exactly one property', () => {
    const names = mapped().map(nameOf)
    expect(new Set(names).size).toBe(names.length)
    const ours = columns.filter(({ table_name: table }) => !WITHOUT_ENTITY.includes(table))
    expect(
      ours
        .map(({ table_name: table, column_name: column }) => nameOf({ table, column }))
        .filter((name) => !names.includes(name)),
    ).toEqual([])
    expect(WITHOUT_ENTITY.filter((table) => !columns.some((column) => column.table_name === table))).toEqual([])
  })

  it('a property may be null exactly where its column may', () => {
    const differing = mapped().filter(
      (one) => (columnOf(one)?.is_nullable === 'YES') !== (one.property.nullable === true),
    )
    expect(differing.map(nameOf)).toEqual([])
  })

  it('a property has the type of its column', () => {
    const differing = mapped().flatMap((one) => {
      const [declared = ''] = one.property.columnTypes
      const stored = columnOf(one)?.udt_name
      return STORED_AS[declared] === stored ? [] : [`${nameOf(one)}: ${declared} is stored as ${stored}`]
    })
    expect(differing).toEqual([])
  })

  it('money and every other int8 is read as a bigint', () => {
    const differing = mapped().filter(
      (one) => columnOf(one)?.udt_name === 'int8' && one.property.runtimeType !== 'bigint',
    )
    expect(differing.map(nameOf)).toEqual([])
  })

  it('an entity has the primary key of its table', async () => {
    const { rows } = await db.pool.query<{ name: string; key: string }>(
      `select i.indrelid::regclass::text as name, string_agg(a.attname, ' ' order by a.attname) as key from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indisprimary group by 1`,
    )
    const keys = new Map(rows.map(({ name, key }) => [name, key]))
    for (const { tableName, primaryKeys, properties } of entities) {
      const own = primaryKeys
        .flatMap((key) => properties[key]?.fieldNames ?? [])
        .toSorted()
        .join(' ')
      expect({ tableName, key: keys.get(tableName) }).toEqual({ tableName, key: own })
    }
  })
})

describe('check constraints list exactly the states of the rules', () => {
  it.each([
    ['run', 'status', RUN_STATUSES],
    ['attempt', 'outcome', ATTEMPT_OUTCOMES],
    ['account', 'kind', ACCOUNT_KINDS],
    ['transfer', 'kind', TRANSFER_KINDS],
    ['inbox', 'status', INBOX_STATUSES],
    ['messaging_account', 'network', NETWORKS],
    ['messaging_account', 'status', MESSAGING_ACCOUNT_STATUSES],
    ...['api_key', 'wallet', 'account', 'run', 'attempt', 'inbox', 'messaging_account'].map(
      (table) => [table, 'environment', ENVIRONMENTS] as const,
    ),
  ] as const)('%s.%s', (table, column, values) => {
    expect(listed(table, column).toSorted()).toEqual(values.toSorted())
  })

  it('every enumerated property has such a constraint', () => {
    const enumerated = mapped().filter(({ property }) => property.items !== undefined)
    expect(enumerated.length).toBeGreaterThan(8)
    for (const one of enumerated)
      expect({ [nameOf(one)]: listed(one.table, one.column) }).toEqual({ [nameOf(one)]: one.property.items })
  })

  it('a run has an end exactly in the states that end it', () => {
    expect(listed('run', 'finished_at status', 'finished_at IS NOT NULL')).toEqual([...ENDED_STATUSES])
  })

  it('a run has as many attempts as the rules allow', () => {
    const [check] = checks.filter(({ table_name: table, columns: of }) => table === 'attempt' && of === 'number')
    expect(check?.definition).toBe(`CHECK (((number >= 1) AND (number <= ${ATTEMPTS_MAX})))`)
  })
})

describe('the order of each list is indexed', () => {
  it.each([
    ['the runs of an environment', 'run', '(workspace_id, environment, id DESC)'],
    ['... of one status', 'run', '(workspace_id, environment, status, id DESC)'],
    ['... of one capability', 'run', '(workspace_id, environment, capability, id DESC)'],
    ['... of one provider', 'run', '(workspace_id, environment, provider, id DESC)'],
    ['... of one key', 'run', '(api_key_id, id DESC)'],
    ['the transfers out of an account', 'transfer', '(debit_account_id, id)'],
    ['the inboxes of an environment', 'inbox', '(workspace_id, environment, id)'],
    ['the accounts of a network', 'messaging_account', '(workspace_id, environment, network, id)'],
    ['the transfers into an account', 'transfer', '(credit_account_id, id)'],
  ])('%s', async (_, table, key) => {
    const { rows } = await db.pool.query<{ indexdef: string }>('select indexdef from pg_indexes where tablename = $1', [
      table,
    ])
    expect(rows.filter(({ indexdef }) => indexdef.includes(key))).not.toEqual([])
  })
})
