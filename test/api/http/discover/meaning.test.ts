import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { RunningApi } from '../../../../api/compose.ts'
import { type EmbeddingBehaviour, type EmbeddingTwin, startEmbeddingTwin } from '../../../twins/embeddings/twin.ts'
import { httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

/** The twin knows what it means, and no text of the service has it. */
const JOBS_IN_GERMAN = 'Stellenanzeigen'
/** Only the text of LeadMagic's search for jobs has it. */
const REFUSED_TEXT = '/v1/jobs/jobs-finder'
/** A request of this test waits for an answer of the twin on a busy machine. */
const PATIENT = '20s'

interface Item {
  readonly kind: string
  readonly capability?: string
  readonly provider?: string
  readonly method?: string
  readonly endpoint?: string
  readonly score: number
  readonly relevance: number
}

/** One twin and a service that uses it; `env` are further settings. */
interface Scene {
  readonly twin: EmbeddingTwin
  readonly service: TestService
  replica(env?: Readonly<Record<string, string>>): Promise<RunningApi>
  stop(): Promise<void>
}

async function arrange(behaviour: EmbeddingBehaviour, env: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const twin = await startEmbeddingTwin()
  twin.behave(behaviour)
  const settings = { DISCOVER_EMBEDDINGS_URL: twin.url, DISCOVER_EMBEDDINGS_BUDGET: PATIENT, ...env }
  const service = await startTestService({ worker: false, env: settings })
  const replicas: RunningApi[] = []
  return {
    twin,
    service,
    async replica(more = {}) {
      const api = await service.startReplica({ ...settings, ...more })
      replicas.push(api)
      return api
    },
    async stop() {
      twin.release()
      for (const api of replicas) await api.drain()
      await service.stop()
      await twin.close()
    },
  }
}

async function discover(api: { readonly ownUrl: string }, query: string, more: object = {}): Promise<readonly Item[]> {
  const answer = await httpClient(api.ownUrl).post('/v1/discover', { query, ...more })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return JSON.parse(answer.text).items
}

const nameOf = ({ capability, provider, method, endpoint }: Item): string =>
  capability ?? `${provider} ${method} ${endpoint}`
const logged = ({ service }: Scene, event: string) =>
  service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === event)
const untilLogged = (scene: Scene, event: string, times = 1) =>
  until(
    async () => logged(scene, event).length,
    (count) => count >= times,
  )
/** The batches; a query is a text alone. */
const textsOfIndex = ({ twin }: Scene): string[] =>
  twin.requests.flatMap(({ texts }) => (texts.length > 1 ? texts : []))

/** The counters of a process that are not zero, by name and labels. */
async function countersOf({ metricsUrl }: RunningApi, name: string): Promise<Readonly<Record<string, number>>> {
  const page = await (await fetch(metricsUrl)).text()
  const lines = page.split('\n').filter((line) => line.startsWith(name) && !line.endsWith(' 0'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

describe('discover with an embeddings service', () => {
  let scene: Scene
  let api: RunningApi
  let byWords: readonly Item[]
  beforeAll(async () => {
    scene = await arrange('hang', { DISCOVER_EMBEDDINGS_MODEL: 'small', DISCOVER_EMBEDDINGS_KEY: 'secret' })
    api = scene.service.api
    byWords = await discover(api, 'work email of a person', { limit: 50 })
    scene.twin.release()
    await untilLogged(scene, 'embeddings_indexed')
  })
  afterEach(() => scene.twin.release())
  afterAll(() => scene.stop())

  it('finds by meaning what no word of the query names, within the filters', async () => {
    const items = await discover(api, JOBS_IN_GERMAN, { limit: 50 })
    expect(items.map(nameOf)).toEqual(expect.arrayContaining(['linkedin.jobs', 'leadmagic POST /v1/jobs/jobs-finder']))
    expect(items.every(({ relevance }) => relevance > 0 && relevance < 1)).toBe(true)
    expect(items[0]?.score).toBe(1)
    const capabilities = await discover(api, JOBS_IN_GERMAN, { kind: 'capability' })
    expect(capabilities.map(nameOf)).toContain('linkedin.jobs')
    expect(capabilities.every(({ kind }) => kind === 'capability')).toBe(true)
    const ofOne = await discover(api, JOBS_IN_GERMAN, { provider: 'leadmagic', kind: 'endpoint' })
    expect(ofOne.map(nameOf)).toContain('leadmagic POST /v1/jobs/jobs-finder')
    expect(ofOne.every(({ provider }) => provider === 'leadmagic')).toBe(true)
  })

  it('sends the model and the key, and requests the vector of a query once', async () => {
    await discover(api, `${JOBS_IN_GERMAN} `)
    const { requests } = scene.twin
    expect(requests.every(({ model, authorization }) => model === 'small' && authorization === 'Bearer secret')).toBe(
      true,
    )
    expect(requests.filter(({ texts }) => texts[0] === 'stellenanzeigen')).toHaveLength(1)
  })

  it('finds nothing where neither words nor meaning are near, and logs no query', async () => {
    expect(await discover(api, 'zqxwv jjkqz')).toEqual([])
    expect(await discover(api, 'mrkgnao Zwiebelkuchen')).toEqual([])
    expect(scene.service.logLines.join('').toLowerCase()).not.toContain('zwiebelkuchen')
  })

  it('keeps the relevance of what words find', async () => {
    const relevances = new Map(byWords.map((item) => [nameOf(item), item.relevance]))
    const both = await discover(api, 'work email of a person', { limit: 50 })
    const kept = both.filter((item) => relevances.has(nameOf(item)))
    expect(both.map(nameOf)).not.toEqual(byWords.map(nameOf))
    expect(kept.length).toBeGreaterThan(10)
    expect(kept.map(({ relevance }) => relevance)).toEqual(kept.map((item) => relevances.get(nameOf(item))))
    expect(both[0]?.score).toBe(1)
  })

  it.each([
    ['refuses the key', 'qza', { status: 401 }, 'refused'],
    ['limits the rate', 'qzb', { status: 429, retryAfter: 60 }, 'rate_limited'],
    ['fails', 'qzc', { status: 500 }, 'failed'],
    ['answers with fewer vectors', 'qzd', 'wrong_count', 'malformed'],
    ['answers with half of an answer', 'qze', 'malformed', 'malformed'],
    ['answers with longer vectors', 'qzf', 'wrong_dimensions', 'answered'],
  ] as const)('answers by words alone while the service %s', async (_, word, behaviour, outcome) => {
    const requests = `{purpose="query",outcome="${outcome}"}`
    const before = await countersOf(api, 'embedding_requests_total')
    scene.twin.behave(behaviour)
    expect(await discover(api, `${JOBS_IN_GERMAN} ${word}`)).toEqual([])
    const after = await countersOf(api, 'embedding_requests_total')
    expect((after[requests] ?? 0) - (before[requests] ?? 0)).toBe(1)
    scene.twin.release()
    expect((await discover(api, `${JOBS_IN_GERMAN} ${JOBS_IN_GERMAN} ${word}`)).length).toBeGreaterThan(0)
  })

  it('answers by words alone while the service hangs, and keeps its late answer', async () => {
    const hurried = await scene.replica({ DISCOVER_EMBEDDINGS_BUDGET: '20ms' })
    await untilLogged(scene, 'embeddings_indexed', 2)
    scene.twin.behave('hang')
    const sent = scene.twin.requests.length
    expect(await discover(hurried, JOBS_IN_GERMAN)).toEqual([])
    expect((await discover(hurried, 'work email')).length).toBeGreaterThan(0)
    expect(await countersOf(hurried, 'discover_semantic_searches_total')).toEqual({ '{result="late"}': 2 })
    scene.twin.release()
    await until(
      () => discover(hurried, JOBS_IN_GERMAN),
      (items) => items.length > 0,
    )
    expect(scene.twin.requests.slice(sent).map(({ texts }) => texts)).toEqual([['stellenanzeigen'], ['work email']])
  })

  it('stops to call a service that fails all the time', async () => {
    const replica = await scene.replica()
    await untilLogged(scene, 'embeddings_indexed', 3)
    scene.twin.behave({ status: 500 })
    const sent = scene.twin.requests.length
    for (let count = 0; count < 8; count += 1) await discover(replica, `query ${count}`)
    expect(scene.twin.requests.length - sent).toBe(5)
    expect(await countersOf(replica, 'discover_semantic_searches_total')).toEqual({
      '{result="failed"}': 5,
      '{result="paused"}': 3,
    })
    expect(logged(scene, 'embeddings_unavailable')).toEqual([
      expect.objectContaining({ level: 40, reason: 'failed 500' }),
    ])
  })
})

describe('the vectors of what discover finds', () => {
  let scene: Scene
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  async function begin(behaviour: EmbeddingBehaviour = 'normal'): Promise<void> {
    scene = await arrange(behaviour)
    stops.push(scene.stop)
  }

  it('are made once for all starts, and again for another model', async () => {
    await begin()
    await untilLogged(scene, 'embeddings_indexed')
    const made = textsOfIndex(scene).length
    expect([made > 1_000, new Set(textsOfIndex(scene)).size]).toEqual([true, made])
    const replica = await scene.replica()
    await untilLogged(scene, 'embeddings_indexed', 2)
    expect(textsOfIndex(scene)).toHaveLength(made)
    expect((await discover(replica, JOBS_IN_GERMAN)).length).toBeGreaterThan(0)
    await scene.replica({ DISCOVER_EMBEDDINGS_MODEL: 'other' })
    await untilLogged(scene, 'embeddings_indexed', 3)
    expect(textsOfIndex(scene)).toHaveLength(2 * made)
    expect(logged(scene, 'embeddings_indexed').map((line) => line.made)).toEqual([made, 0, made])
  })

  it('are made again where the service answers with vectors of another length', async () => {
    await begin()
    await untilLogged(scene, 'embeddings_indexed')
    const made = textsOfIndex(scene).length
    scene.twin.behave('wrong_dimensions')
    const replica = await scene.replica()
    await untilLogged(scene, 'embeddings_indexed', 2)
    expect(textsOfIndex(scene)).toHaveLength(2 * made)
    expect((await discover(replica, JOBS_IN_GERMAN)).length).toBeGreaterThan(0)
    // The first process still has the vectors of before.
    expect(await discover(scene.service.api, JOBS_IN_GERMAN)).toEqual([])
  })

  it('are of one length where the service changes it meanwhile', async () => {
    await begin()
    await until(
      async () => textsOfIndex(scene).length,
      (made) => made > 0,
    )
    scene.twin.behave('wrong_dimensions')
    await untilLogged(scene, 'embeddings_indexed')
    expect((await discover(scene.service.api, JOBS_IN_GERMAN)).length).toBeGreaterThan(0)
  })

  it('are made of all texts but one that the service refuses', async () => {
    await begin({ refuses: REFUSED_TEXT })
    await untilLogged(scene, 'embeddings_indexed')
    const refused = logged(scene, 'embeddings_text_refused')
    expect(refused).toMatchObject([{ reason: 'refused 400', document: expect.stringContaining('jobs-finder') }])
    expect(logged(scene, 'embeddings_indexed')).toMatchObject([{ refused: 1 }])
    const found = (await discover(scene.service.api, JOBS_IN_GERMAN)).map(nameOf)
    expect(found).toContain('linkedin.jobs')
    expect(found).not.toContain('leadmagic POST /v1/jobs/jobs-finder')
  })

  it('are made by replicas together, each once', async () => {
    await begin()
    await scene.replica()
    await untilLogged(scene, 'embeddings_indexed', 2)
    const texts = textsOfIndex(scene)
    expect(new Set(texts).size).toBe(texts.length)
    expect(logged(scene, 'embeddings_indexed').reduce((sum, line) => sum + line.made, 0)).toBe(texts.length)
  })

  it('are made later where the service is away at the start', async () => {
    await begin({ status: 503 })
    await untilLogged(scene, 'embeddings_unavailable')
    const { api } = scene.service
    expect((await discover(api, 'work email')).length).toBeGreaterThan(0)
    expect(await countersOf(api, 'discover_semantic_searches_total')).toEqual({ '{result="not_ready"}': 1 })
    scene.twin.behave('normal')
    await untilLogged(scene, 'embeddings_indexed')
    expect((await discover(api, JOBS_IN_GERMAN)).length).toBeGreaterThan(0)
  })
})
