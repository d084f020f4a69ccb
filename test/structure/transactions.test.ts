import { describe, expect, it } from '@jest/globals'
import { child, parseFile, readSources, type SourceFile, wordOf } from './sources.ts'

/** These do not open transactions: they have statements, or they call a use case. */
const OUTSIDE_USE_CASES = /^(?:db|activities|workflows|api|worker)\/(?!database\.ts$)/

const opensTransaction = ({ nodes }: SourceFile): boolean =>
  nodes.some((node) => {
    const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined
    return callee?.type === 'MemberExpression' && wordOf(callee['property']) === 'transaction'
  })

const declaresStatement = ({ nodes }: SourceFile): boolean =>
  nodes.some(
    (node) =>
      node.type === 'CallExpression' &&
      ['statement', 'generatedStatement'].includes(wordOf(child(node, 'callee')) ?? ''),
  )

/** SQL is written in lower case. */
const SQL = /\b(?:select\s[^.]*?\bfrom\s|insert\s+into\s|update\s+\w+(?:\s+\w+)?\s+set\s|delete\s+from\s)/

const hasSql = ({ nodes }: SourceFile): boolean =>
  nodes.some((node) => {
    const text = node.type === 'TemplateElement' ? node['raw'] : node.type === 'StringLiteral' ? node['value'] : ''
    return typeof text === 'string' && SQL.test(text)
  })

const pathsOf = (files: readonly SourceFile[]): string[] => files.map(({ path }) => path)

describe('transactions', () => {
  it('are opened by use cases only', () => {
    const outside = readSources().filter(({ path }) => OUTSIDE_USE_CASES.test(path))
    expect(outside.length).toBeGreaterThan(500)
    expect(pathsOf(outside.filter(opensTransaction))).toEqual([])
  })

  it.each([
    ['at once', 'export const a = (db: Database) => db.transaction(KIND, work)', true],
    ['through an argument', 'const a = async ({ db }: Deps) => { await deps.db.transaction<Row>(KIND, work) }', true],
    ['in words only', "const a = 'db.transaction(' // b.transaction()", false],
    ['by another name', 'const a = db.transactions(1) + transaction(2)', false],
  ])('are found: %s', (_, text, found) => {
    expect(opensTransaction(parseFile('db/a.ts', text))).toBe(found)
  })
})

describe('statements', () => {
  const product = readSources().filter(({ path }) => !/^(?:test|ops|dev|lab|examples)\//.test(path))

  it('are declared in db/ only', () => {
    const outside = product.filter(({ path }) => !path.startsWith('db/'))
    expect(outside.length).toBeGreaterThan(900)
    expect(pathsOf(outside.filter(declaresStatement))).toEqual([])
  })

  it('have no part in a use case', () => {
    const cases = product.filter(({ path }) => path.startsWith('usecases/'))
    expect(cases.length).toBeGreaterThan(50)
    expect(pathsOf(cases.filter(hasSql))).toEqual([])
  })

  it.each([
    ['with types', "const A = statement<{ id: string }>({ name: 'a', effect: false, text: 'select' })"],
    ['without', "const A = statement({ name: 'a', effect: false, text: 'select' })"],
    ['generated', "const A = generatedStatement({ name: 'a', effect: false, text: 'select' })"],
  ])('are found: %s', (_, text) => {
    expect(declaresStatement(parseFile('usecases/a.ts', text))).toBe(true)
  })

  it.each([
    ['a query', "const A = 'select id from run'", true],
    ['a change', 'const A = `update run\n  set status = ${B}`', true],
    ['a part of one', "const A = 'exists (select from run r where r.id = :id)'", true],
    ['a sentence', "const A = 'Select a plan, or update the card, and set a limit from today on.'", false],
  ])('are found by their text: %s', (_, text, found) => {
    expect(hasSql(parseFile('usecases/a.ts', text))).toBe(found)
  })
})
