import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createSemanticIndex, type SemanticIndex } from '../../../api/discover/embeddings/semantic-index.ts'
import { type Database, openDatabase } from '../../../db/database.ts'
import { migrate } from '../../../ops/schema/migrate.ts'
import type { SearchText } from '../../../domain/discover/documents.ts'
import { readEmbeddingSettings } from '../../../domain/settings/embeddings.ts'
import { withPostgresClient } from '../../../dev/local/postgres-client.ts'
import { createMeter } from '../../../telemetry/meter.ts'
import { describeOnlyWith } from '../../support/only-with.ts'
import { emptyDatabase, TEST_CONNECTIONS, type TestDatabase } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { type EmbeddingTwin, startEmbeddingTwin } from '../../twins/embeddings/twin.ts'

/** The client programs that the set-up downloads come with a complete PostgreSQL 18, and with pgvector. */
function findPgvector(): string | null {
  const folder = join(process.env['POSTGRES_TOOLS'] ?? '/nowhere', '..')
  return existsSync(join(folder, 'share/postgresql/extension/vector.control')) ? folder : null
}
const pgvector = findPgvector()

const text = (id: string, called: string): SearchText => ({
  id,
  called,
  subject: '',
  text: { name: '', summary: '', path: '', tags: '', provider: '', prose: '', parameters: '', answer: '' },
})
const TEXTS = [
  text('jobs', 'Open positions and vacancies of a company'),
  text('links', 'Backlinks of a site'),
  text('stack', 'Technologies of a site'),
  text('filings', 'Annual filings'),
]
const QUERIES = ['Stellenanzeigen', 'Verweisquellen', 'Webtechnik', 'open positions', 'zqxwv']

describeOnlyWith(
  { found: pgvector, missing: 'POSTGRES_TOOLS is no folder of a PostgreSQL 18 with pgvector' },
  'a database with pgvector',
  () => {
    let database: TestDatabase
    let db: Database
    const open = (): Promise<Database> =>
      openDatabase({ url: database.url, applicationName: 'test', ...TEST_CONNECTIONS })
    let twin: EmbeddingTwin
    const logLines: string[] = []
    const indexes: SemanticIndex[] = []
    beforeAll(async () => {
      twin = await startEmbeddingTwin()
      database = await emptyDatabase()
      await migrate(database.url)
      db = await open()
    })
    afterAll(async () => {
      for (const index of indexes) await index.stop()
      await db.close()
      await database.drop()
      await twin.close()
    })

    async function indexed(): Promise<SemanticIndex> {
      const settings = readEmbeddingSettings({ DISCOVER_EMBEDDINGS_URL: twin.url, DISCOVER_EMBEDDINGS_BUDGET: '20s' })
      if (settings === null) throw new Error('no settings')
      const log = pino({}, { write: (line) => void logLines.push(line) })
      const index = createSemanticIndex({ settings, db, log, metrics: createMeter({ processMetrics: false }) })
      const done = logLines.length
      indexes.push(index)
      index.build(TEXTS)
      await until(
        async () => logLines.slice(done).join(''),
        (lines) => lines.includes('embeddings_indexed'),
      )
      return index
    }
    const nearOf = async (index: SemanticIndex) =>
      Promise.all(QUERIES.map(async (query) => index.near(query, (id) => id !== 'filings')))

    it('compares there from the next `npm run migrate` on, and finds what memory finds', async () => {
      const inMemory = await nearOf(await indexed())
      await installPgvector(database.url, pgvector ?? '')
      await migrate(database.url)
      // The settings that stand for the installation hold for new connections.
      await db.close()
      db = await open()
      const inPostgres = await nearOf(await indexed())
      expect(logLines.map((line) => JSON.parse(line).compared_in)).toEqual(['memory', 'postgres'])
      expect(inPostgres.map((hits) => hits.map(({ id }) => id))).toEqual([['jobs'], ['links'], ['stack'], ['jobs'], []])
      for (const [index, hits] of inPostgres.entries()) {
        expect(hits.map(({ id }) => id)).toEqual(inMemory[index]?.map(({ id }) => id))
        for (const [place, { relevance }] of hits.entries())
          expect(relevance).toBeCloseTo(inMemory[index]?.[place]?.relevance ?? -1)
      }
    })

    it('has no vector made again for that', () => {
      const texts = twin.requests.flatMap((request) => (request.texts.length > 1 ? request.texts : []))
      expect(texts).toHaveLength(new Set(texts).size)
    })

    it('compares vectors of another length once the service has made them all again', async () => {
      const before = twin.requests.length
      twin.behave('wrong_dimensions')
      const found = await nearOf(await indexed())
      expect(found.map(([nearest]) => nearest?.id)).toEqual(['jobs', 'links', 'stack', 'jobs', undefined])
      expect(
        twin.requests.slice(before).flatMap(({ texts }) => (texts.length > 1 ? texts : [])).length,
      ).toBeGreaterThan(TEXTS.length)
    })
  },
)

/** As an operator installs a package: PostgreSQL finds the extension from now on. */
async function installPgvector(url: string, folder: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await withPostgresClient(url, async (client) => {
    await client.query(`alter database ${name} set extension_control_path = '$system:${folder}/share/postgresql'`)
    await client.query(`alter database ${name} set dynamic_library_path = '$libdir:${folder}/lib/postgresql'`)
  })
}
