import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadCatalog } from '../activities/providers/catalogs/load.ts'
import { fixed, print, table } from '../ops/report/markdown.ts'
import { costOf } from './bench-discover/cost.ts'
import { evaluate, readQueries, type Figures, type Labelled, type Searcher } from './bench-discover/evaluate.ts'
import { nearBy } from './bench-discover/meaning.ts'
import { plainBm25 } from './bench-discover/plain-bm25.ts'
import { type SearchUnderTest, subjectOf, withDocument } from './bench-discover/subjects.ts'
import {
  HALVES,
  multiplied,
  nothingQueries,
  unseenQueries,
  unseenSubjects,
  withUnseen,
  type Half,
} from './bench-discover/unseen.ts'

/**
 * `npm run bench:discover`: how often discover answers correctly, compared with plain BM25 on the same text, for the
 * project's own labelled queries; the same for documents that do not ship, each within the shipped catalog and alone;
 * how often it answers a goal that nothing serves with nothing; and what an index costs.
 * `-- --document <OpenAPI file or URL> --provider <slug> --queries <file>` does the
 * same for any document, within the shipped catalog (`--alone`: searched with `provider`, so that nothing else can
 * answer). A query file is a list of `{"query": …, "expect": ["contact.find", "hunter GET /email-finder", …]}`; with
 * --document, `GET /path` is the provider's own. `--misses` prints the queries whose answer was not first;
 * `--prose keep` imports with summaries and descriptions. `--embeddings <URL>` adds the
 * search that an embeddings service (DISCOVER_EMBEDDINGS_URL) helps.
 */
const { values } = parseArgs({
  options: {
    queries: { type: 'string', multiple: true },
    document: { type: 'string' },
    provider: { type: 'string' },
    alone: { type: 'boolean', default: false },
    prose: { type: 'string', default: 'drop' },
    misses: { type: 'boolean', default: false },
    embeddings: { type: 'string' },
  },
})

const SETS = ['queries', 'people'].flatMap((set) =>
  HALVES.map((half) => fileURLToPath(new URL(`../test/discover/${set}-${half}.json`, import.meta.url))),
)
/** The size up to which a query should take less than 5 ms. */
const LARGE = 10_000

async function main(): Promise<void> {
  const { document, provider, alone } = values
  if ((document === undefined) !== (provider === undefined)) throw new Error('--document and --provider go together.')
  if (values.prose !== 'keep' && values.prose !== 'drop') throw new Error('--prose is keep or drop.')
  const catalog =
    document === undefined || provider === undefined
      ? loadCatalog()
      : await withDocument(document, provider, values.prose)
  const subject = subjectOf(catalog, alone ? provider : undefined)
  const rows: string[][] = []
  for (const path of values.queries ?? SETS) {
    const labelled = readQueries(path).map((one) => ofProvider(one, provider))
    for (const [name, search] of await searchesOf(subject, labelled.map(queryOf), alone ? provider : undefined)) {
      const figures = evaluate(labelled, search, (id) => subject.isThere(id))
      rows.push(rowOf(path, name, figures))
      if (values.misses && search === subject.search) printMisses(figures)
    }
  }
  print(
    `## Discover: ${subject.discovery.texts.length} capabilities and endpoints`,
    table(['queries', 'search', 'run', 'skipped', 'hit@1', 'hit@5', 'MRR'], rows),
    'Left out: none of the right answers is in this catalog.',
  )
  if (document === undefined && values.queries === undefined) await printUnseen(subject)
}

/** Documents that do not ship, goals that nothing serves, and the cost. */
async function printUnseen(shipped: SearchUnderTest): Promise<void> {
  const rows: string[][] = []
  for (const half of HALVES) for (const one of unseenSubjects()) rows.push(...(await rowsOfUnseen(one, half)))
  const empty: string[][] = []
  for (const half of HALVES) {
    const goals = nothingQueries(half)
    for (const [name, search] of await searchesOf(shipped, goals)) {
      const nothing = goals.filter((query) => search(query).length === 0)
      empty.push([half, name, String(goals.length), fixed(nothing.length / goals.length, 2)])
    }
  }
  const queries = SETS.flatMap((path) => readQueries(path).map(({ query }) => query))
  print(
    '## Documents that do not ship',
    table(['subject', 'half', 'searched', 'search', 'run', 'skipped', 'hit@1', 'hit@5', 'MRR'], rows),
    '## Goals that nothing serves',
    table(['half', 'search', 'run', 'empty'], empty),
    '## Cost',
    table(
      ['entries', 'p50, ms', 'p95, ms', 'built in, s', 'memory, MiB'],
      [costOf(loadCatalog(), queries), costOf(multiplied(LARGE), queries)],
    ),
  )
}

async function rowsOfUnseen(name: string, half: Half): Promise<string[][]> {
  const { catalog, provider } = withUnseen(name)
  const labelled = readQueries(unseenQueries(name, half))
  const rows: string[][] = []
  for (const only of [undefined, provider]) {
    const subject = subjectOf(catalog, only)
    for (const [search, searched] of await searchesOf(subject, labelled.map(queryOf), only)) {
      const figures = rowOf('', '', evaluate(labelled, searched, subject.isThere)).slice(2)
      rows.push([name, half, only === undefined ? 'all' : 'alone', search, ...figures])
    }
  }
  return rows
}

/**
 * The searches that are compared; `provider` limits the answers to one provider's endpoints. Vectors of queries are
 * made before the search, so its time is that of words alone.
 */
async function searchesOf(
  { discovery, search, searchWith }: SearchUnderTest,
  queries: readonly string[],
  provider?: string,
): Promise<readonly (readonly [name: string, search: Searcher])[]> {
  const texts = discovery.texts.filter(({ id }) => provider === undefined || id.startsWith(`${provider} `))
  const byWords = [
    ['discover', search],
    ['plain BM25', plainBm25(texts)],
  ] as const
  if (values.embeddings === undefined) return byWords
  const mayAnswer = (id: string): boolean => discovery.mayAnswer(id, { provider })
  const near = await nearBy(values.embeddings, discovery.texts, { queries, mayAnswer })
  return [...byWords, ['discover, with embeddings', searchWith(near)]]
}

const queryOf = ({ query }: Labelled): string => query

const METHOD_FIRST = /^(?:GET|POST|PUT|PATCH|DELETE) /
const ofProvider = ({ query, expect }: Labelled, provider: string | undefined): Labelled => ({
  query,
  expect: expect.map((id) => (provider !== undefined && METHOD_FIRST.test(id) ? `${provider} ${id}` : id)),
})

const rowOf = (
  path: string,
  search: string,
  { queries, leftOut, hitAt1, hitAt5, meanReciprocalRank }: Figures,
): string[] => [
  path.split('/').at(-1) ?? path,
  search,
  String(queries),
  String(leftOut),
  fixed(hitAt1, 3),
  fixed(hitAt5, 3),
  fixed(meanReciprocalRank, 3),
]

function printMisses({ missed }: Figures): void {
  for (const { query, rank, found } of missed)
    print(`${rank ?? '-'}  ${query}\n     ${found.slice(0, 4).join('\n     ')}`)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
