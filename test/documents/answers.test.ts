import { beforeAll, describe, expect, it } from '@jest/globals'
import { loadCatalog } from '../../activities/providers/catalogs/load.ts'
import { jsonAnswer, taskAnswer } from '../../activities/providers/sandbox/answers-endpoints.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { exampleOf } from '../../domain/catalog/example.ts'
import { listOf, memberOf, recordOf, type Unchecked } from '../../domain/catalog/reading.ts'
import { resolve } from '../../domain/catalog/references.ts'
import type { EndpointCall } from '../../domain/providers/endpoint-call.ts'
import { readDocument } from './documents.ts'
import { faultsOf, responseSchema } from './response-schema.ts'
import { SHIPPED } from './shipped.ts'

/** Schemas that no value can satisfy, with the error in the document. */
const BROKEN: Readonly<Record<string, string>> = {
  'fdic GET /locations': 'two of its flags are text whose allowed values are numbers',
}

/** Endpoints whose schema has no constraint. */
const UNCONSTRAINED: Readonly<Record<string, string>> = {
  'census GET /data/{year}/{dataset}/variables.html': 'a page',
  'census GET /data/{year}/{dataset}/variables.xml': 'a list in XML',
}

const catalog = loadCatalog()
const documents = new Map<string, Unchecked>()

beforeAll(() => {
  for (const [slug, files] of SHIPPED) {
    for (const file of files) {
      const root = recordOf(readDocument(file).value) ?? {}
      documents.set(`${slug} ${String(memberOf(recordOf(memberOf(root, 'info')), 'title'))}`, root)
    }
  }
})

/** Everything of a success that an operation describes as JSON, in the order of its statuses. */
function schemaOf({ provider, method, endpoint, source }: CatalogEndpoint, value: unknown): Unchecked | null {
  const root = documents.get(`${provider} ${source}`)
  if (root === undefined) return null
  const operation = recordOf(
    memberOf(
      resolve(memberOf(recordOf(memberOf(root, 'paths')), endpoint), { root, warnings: new Set() }),
      method.toLowerCase(),
    ),
  )
  const statuses = Object.keys(recordOf(memberOf(operation, 'responses')) ?? {})
  const successes = statuses.filter((status) => status.startsWith('2')).toSorted()
  const chosen = successes.length > 0 ? successes : statuses.filter((status) => status === 'default').map(() => '200')
  return (
    chosen
      .map((status) =>
        responseSchema(root, `${method} ${endpoint} ${Number(status)}` as `${string} /${string} ${number}`, { value }),
      )
      .find((schema) => schema !== null) ?? null
  )
}

function callOf(endpoint: CatalogEndpoint): EndpointCall {
  const { path = {}, query = {}, input } = exampleOf(endpoint, endpoint.endpoint, [])
  const request = {
    path,
    query,
    ...(input !== undefined && { input: Array.isArray(input) || recordOf(input) !== null ? input : [input] }),
  }
  return {
    endpoint,
    request: request as EndpointCall['request'],
    idempotencyKey: 'k',
    deadlineMs: 1000,
    signal: new AbortController().signal,
    cap: null,
    resume: null,
    onStarted: async () => undefined,
  }
}

/** Without the labels of the sandbox. */
function unlabelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unlabelled)
  const { simulated: _, ...rest } = recordOf(value) ?? {}
  return recordOf(value) === null ? value : rest
}

/** One actor by its name is the endpoint of all actors, which is what the document has. */
const isKnownActor = ({ bodyType, endpoint }: CatalogEndpoint): boolean =>
  bodyType === 'actor_input' && !endpoint.includes('{')

const nameOf = ({ provider, method, endpoint }: CatalogEndpoint): string => `${provider} ${method} ${endpoint}`

describe('the answers of the sandbox', () => {
  it.each(SHIPPED.map(([slug]) => slug))('for %s match its documents', (slug) => {
    const described = catalog
      .ofProvider(slug)
      .filter((endpoint) => endpoint.answer !== undefined && !isKnownActor(endpoint))
    const wrong = described.flatMap((endpoint) => {
      const value = unlabelled(jsonAnswer(callOf(endpoint)))
      const schema = schemaOf(endpoint, value)
      const faults = schema === null ? ['its document describes no answer'] : faultsOf(schema, value, 'strictly')
      const broken = Object.hasOwn(BROKEN, nameOf(endpoint))
      if (broken && faults.length === 0) return [`${nameOf(endpoint)} is mended: it needs no exception any more`]
      return faults.length === 0 || broken ? [] : [`${nameOf(endpoint)}: ${faults.slice(0, 2).join('; ')}`]
    })
    expect(wrong).toEqual([])
  })

  it('for tasks match the documents, envelope included', () => {
    const tasks = catalog
      .ofProvider('dataforseo')
      .filter(({ bodyType, answer }) => bodyType === 'task' && answer !== undefined)
    // Bodies are alike by group: one endpoint of each.
    const groups = new Map(tasks.map((endpoint) => [endpoint.endpoint.split('/').slice(0, 4).join('/'), endpoint]))
    expect([tasks.length, groups.size].map((count) => count > 20)).toEqual([true, true])
    const wrong = [...groups.values()].flatMap((endpoint) => {
      // `data` repeats the task; the documents define its members as objects, which they are in no task.
      const { tasks: answered, ...envelope } = taskAnswer(callOf(endpoint)).payload
      const value = {
        ...recordOf(unlabelled(envelope)),
        tasks: listOf(answered).map((task) => ({
          ...recordOf(task),
          data: {},
          result: unlabelled(memberOf(recordOf(task), 'result')),
        })),
      }
      return faultsOf(schemaOf(endpoint, value) ?? {}, value, 'strictly')
        .slice(0, 2)
        .map((fault) => `${nameOf(endpoint)}: ${fault}`)
    })
    expect(wrong).toEqual([])
  })

  it('are known wherever a document describes them', () => {
    const imported = catalog.all().filter(({ provider }) => SHIPPED.some(([slug]) => slug === provider))
    const described = imported.filter((endpoint) => schemaOf(endpoint, null) !== null)
    expect(described.length).toBeGreaterThan(1_300)
    expect(
      described
        .filter(({ answer }) => answer === undefined)
        .map(nameOf)
        .filter((name) => !Object.hasOwn(UNCONSTRAINED, name)),
    ).toEqual([])
  })
})
