import { readdirSync, readFileSync } from 'node:fs'
import type { Statement } from '../../../db/statement.ts'

const ROOT = new URL('../../../', import.meta.url)

export interface FoundStatement {
  /** From the root of the project. */
  readonly file: string
  /** Its type in TypeScript; `FILE` is the module. */
  readonly type: string
  readonly statement: Statement
}

const CALL = /\b(?:statement|generatedStatement)[<(]/g

/** Files that declare statements, in their order. */
const declaring = (): { file: string; text: string }[] =>
  readdirSync(new URL('db/', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'statement.ts')
    .toSorted()
    .map((name) => ({ file: `db/${name}`, text: readFileSync(new URL(`db/${name}`, ROOT), 'utf8') }))
    .filter(({ text }) => text.search(CALL) >= 0)

/** Every statement that a file of db/ exports, by itself or in a table, in the order of the files. */
export async function findStatements(): Promise<FoundStatement[]> {
  const found: FoundStatement[] = []
  for (const { file } of declaring()) {
    const exported: unknown = await import(new URL(file, ROOT).href)
    for (const { path, statement } of statementsIn(exported, 'FILE', 3))
      found.push({ file, type: `typeof ${path}`, statement })
  }
  return found
}

/** Exported functions that make statements: their calls represent statements, and are exported too. */
export const MAKERS = ['changeOf', 'countFields', 'MOVE'] as const

/** Lines that declare a statement which nothing outside of its file could find. */
export const hiddenStatements = (): string[] =>
  declaring().flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => new RegExp(`^const \\w+ = (?:statement[<(]|(?:${MAKERS.join('|')})\\()`).test(line))
      .map((line) => `${file}: ${line}`),
  )

/** Calls of `generatedStatement`: each has a representative form. */
export const generatedIn = (): string[] =>
  declaring().flatMap(({ text }) =>
    [...text.matchAll(/const (\w+) = \([^)]*\) =>\s+generatedStatement</g)].map(([, name = '']) => name),
  )

function statementsIn(value: unknown, path: string, depth: number): { path: string; statement: Statement }[] {
  if (typeof value !== 'object' || value === null || depth === 0) return []
  if (isStatement(value)) return [{ path, statement: value }]
  return Object.entries(value).flatMap(([name, member]) => statementsIn(member, `${path}.${name}`, depth - 1))
}

const isStatement = (value: object): value is Statement => 'text' in value && 'bind' in value && 'names' in value
