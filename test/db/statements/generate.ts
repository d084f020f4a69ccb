import pg from 'pg'
import { readCatalog } from './catalog.ts'
import { describe, type Described } from './describe.ts'
import { findStatements, type FoundStatement } from './find.ts'
import { generatedStatements } from './generated-forms.ts'
import { read, sent } from './types.ts'

/** Statements that no migrated database can prepare, with the reason. */
export const NOT_DESCRIBED: Readonly<Record<string, string>> = {
  nearest_discover_vectors: 'the column that it compares is made only where PostgreSQL has pgvector',
}

interface DescribedStatement extends FoundStatement {
  readonly described: Described
}

/** The file that `tsc` checks, of the statements of db/ and the migrated database at this address. */
export async function generate(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const catalog = await readCatalog(client)
    const described: DescribedStatement[] = []
    for (const found of [...(await findStatements()), ...(await generatedStatements())])
      if (!(found.statement.name in NOT_DESCRIBED))
        described.push({ ...found, described: await describe(client, catalog, found.statement) })
    return textOf(described)
  } finally {
    await client.end()
  }
}

function textOf(statements: readonly DescribedStatement[]): string {
  const files = [...new Set(statements.map(({ file }) => file))]
  return [
    '// Made by `npm run sql:types` from the statements of db/ and a migrated database: change those, not this file.',
    ...files.map((file) => `import type * as ${aliasOf(file)} from '../../../${file}'`),
    `import type { ArrayText, Difference, Fits, Null, SentJson, StoredJson } from './fits.ts'`,
    '',
    'export type Statements = [',
    ...statements.map((one) => `  ${lineOf(one)},`),
    ']',
    '',
  ].join('\n')
}

/** `api_keys_list` of `db/access/api-keys/list.ts`: another file changes no line of this one. */
const aliasOf = (file: string): string => file.replace(/^db\//, '').replace(/\.ts$/, '').replaceAll(/\W/g, '_')

function lineOf({ file, type, statement, described }: DescribedStatement): string {
  const declared = type.replace('FILE', aliasOf(file))
  const names = statement.names ?? []
  const nullOf = (position: string): string => {
    const name = names[Number.parseInt(position, 10) - 1]
    return `Null<${declared}, '${name}'${position.endsWith('[]') ? ', true' : ''}>`
  }
  const values = names.map((name, index) => `${name}: ${sent(described.values[index] ?? '')}`)
  const excepted = exceptedOf(statement, described)
  const columns = described.columns.map(({ name, type: of, nullIf }) => {
    const nulls = excepted.has(name) ? [] : nullIf === null ? ['null'] : [...nullIf].map(nullOf)
    return `${/^\w+$/.test(name) ? name : `'${name}'`}: ${[read(of), ...nulls].join(' | ')}`
  })
  return wrapped(`Fits<Difference<${declared}, ${objectOf(values)}, ${objectOf(columns)}>>`)
}

const objectOf = (members: readonly string[]): string => (members.length === 0 ? 'object' : `{ ${members.join('; ')} }`)

const LINE_MAX = 120

/** Long lines continue after a member. */
function wrapped(line: string): string {
  const lines = ['']
  for (const part of line.split(/(?<=[;,] )/)) {
    const last = lines.at(-1) ?? ''
    if (`  ${last}${part}`.trimEnd().length < LINE_MAX) lines[lines.length - 1] = last + part
    else lines.push(`  ${part}`)
  }
  return lines.map((one) => one.trimEnd()).join('\n  ')
}

/** The columns that a statement states are never null. Each of them has to exist, and to need its exception. */
function exceptedOf({ name, neverNull }: FoundStatement['statement'], { columns }: Described): Set<string> {
  const excepted = new Set(Object.values(neverNull ?? {}).flat())
  const needed = new Set(columns.filter(({ nullIf }) => nullIf?.size !== 0).map((column) => column.name))
  const others = [...excepted.difference(needed)]
  if (others.length > 0)
    throw new Error(
      `${name} states that ${others.join(', ')} is never null: PostgreSQL shows it, or has no such column`,
    )
  return excepted
}
