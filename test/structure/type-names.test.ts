import { describe, expect, it } from '@jest/globals'
import { child, parseFile, readSources, type SourceFile, wordOf } from './sources.ts'

const TYPES = new Set(['TsTypeAliasDeclaration', 'TsInterfaceDeclaration', 'ClassDeclaration'])

/**
 * Files whose names are their own: tests; the clients, which are packages and import nothing of the product, with the
 * types that are made for them from the OpenAPI document.
 */
const APART = /^(?:test|lab|examples|packages)\//

/**
 * One thing in two forms: as the API shows it (`api/schemas/`), and as the database or a provider's manifest has it.
 * The list only shrinks.
 */
const TWO_FORMS: Readonly<Record<string, string>> = {
  HistoryItem: 'db/runs/history/read.ts',
  HistoryTouch: 'db/runs/history/touches.ts',
  Offer: 'domain/providers/manifest.ts',
  RowsPage: 'db/tables/rows/query.ts',
  RowsQuery: 'db/tables/rows/query.ts',
  RowsUpdated: 'usecases/tables/update-rows.ts',
  RowsWritten: 'db/tables/rows/write.ts',
  SpendGuard: 'db/money/wallets/spend-guard.ts',
  TableDetail: 'db/tables/rows/table-detail.ts',
  WalletTransaction: 'db/money/wallets/transactions.ts',
}

/** The names of the types that a file exports. */
function exportedTypes({ nodes }: SourceFile): string[] {
  return nodes.flatMap((node) => {
    const declared = node.type === 'ExportDeclaration' ? child(node, 'declaration') : undefined
    if (declared === undefined || !TYPES.has(declared.type)) return []
    return wordOf(declared['id'] ?? declared['identifier']) ?? []
  })
}

/** Each name that several files export a type under, with the files. */
function sharedNames(files: readonly SourceFile[]): Record<string, string[]> {
  const filesOf = new Map<string, string[]>()
  for (const file of files)
    for (const name of exportedTypes(file)) filesOf.set(name, [...(filesOf.get(name) ?? []), file.path])
  return Object.fromEntries([...filesOf].filter(([, paths]) => paths.length > 1))
}

describe('a type name', () => {
  it('means one thing in the entire product', () => {
    const shared = sharedNames(readSources().filter(({ path }) => !APART.test(path)))
    const forms = Object.fromEntries(
      Object.entries(shared).map(([name, paths]) => [
        name,
        paths.filter((path) => !path.startsWith('api/schemas/')).join(' and '),
      ]),
    )
    expect(forms).toEqual(TWO_FORMS)
  })

  it.each([
    ['an interface', 'export interface Place { a: 1 }'],
    ['an alias', 'export type Place = 1'],
    ['a class', 'export class Place {}'],
  ])('is found twice when it is %s', (_, text) => {
    const files = [parseFile('a.ts', text), parseFile('b.ts', text), parseFile('c.ts', 'type Place = 1')]
    expect(sharedNames(files)).toEqual({ Place: ['a.ts', 'b.ts'] })
  })
})
