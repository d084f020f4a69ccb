import { writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Stripe from 'stripe'
import { readRecordedAnswers } from '../../../api/examples/recorded.ts'
import type { Route } from '../../../api/route/route.ts'
import type { Json } from '../../../domain/json/json.ts'
import { INBOUND_SECRETS } from '../../build/inbound.ts'
import { fixture } from '../../fixtures/load.ts'
import { at, httpClient, type HttpAnswer, membersOf } from '../../support/http.ts'
import { type Simulator, startSimulator } from '../../support/http-simulator.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { anonymous, differencesOf, shortened } from './answers.ts'
import type { Stage, Step } from './step.ts'
import { STEPS } from './steps.ts'
import { take } from './walk.ts'

let provider: Simulator
let receiver: Receiver
let service: TestService
let stage: Stage
let document: unknown
const beganAt = Date.now()
const answers = new Map<Step, HttpAnswer>()
const recorded = new Map<string, Json>()
beforeAll(async () => {
  provider = await startSimulator()
  receiver = await startReceiver()
  provider.script({ json: { data: {} } })
  provider.scriptPath('/api/v1/hosted/accounts/link', fixture('unipile/connect-link'))
  provider.scriptPath('/api/v1/accounts/e54m8LR22bA7G5qsAc8w', {
    json: { object: 'Account', id: 'e54m8LR22bA7G5qsAc8w', type: 'LINKEDIN', name: 'Kim Sample' },
  })
  service = await startTestService({
    inboundSecrets: INBOUND_SECRETS,
    // A sweep starts the walk's erasure.
    sweepEveryMs: 1_000,
    providers: {
      hunter: { baseUrl: provider.url },
      dataforseo: { baseUrl: provider.url },
      unipile: { apiKey: 'unipile-key', baseUrl: `${provider.url}/api/v1` },
    },
  })
  stage = {
    service,
    known: new Map(),
    receiverUrl: receiver.url,
    linkName: () =>
      String(at(provider.calls.findLast(({ path }) => path === '/api/v1/hosted/accounts/link')?.body, 'name')),
  }
  document = (await httpClient(service.url).get('/openapi.json')).body
}, 120_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
  await provider.close()
})

function routeOf(operation: string): Route {
  const route = service.api.routes.find(({ operationId }) => operationId === operation)
  if (route === undefined) throw new Error(`there is no operation ${operation}`)
  return route
}

describe('every example of the reference', () => {
  it.each(STEPS.map((step, index) => [index, step.operation, step.example ?? '', step.status] as const))(
    '%i: %s %s answers %i, as the document states',
    async (index, operation, _, status) => {
      const step = STEPS[index]
      if (step === undefined) throw new Error('there is no such step')
      const answer = await take(step, routeOf(operation), stage)
      answers.set(step, answer)
      expect([answer.status, answer.status === status ? '' : answer.text]).toEqual([status, ''])
      expect(faultsOf(operation, answer)).toEqual([])
    },
  )
})

describe('every answer that the reference shows', () => {
  it("has Stripe's messages, too", async () => {
    const secret = 'whsec_old0000000000000000'
    const taking = await startTestService({
      worker: false,
      stripe: { secretKey: 'sk_test_x', webhookSecrets: [secret], baseUrl: provider.url, livemode: false },
    })
    const text = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.created',
      livemode: false,
      created: Math.floor(Date.now() / 1_000),
      data: { object: { id: 'cus_1' } },
    })
    const answer = await httpClient(taking.url).request('/v1/inbound/stripe', {
      method: 'POST',
      text,
      headers: {
        'Content-Type': 'application/json',
        'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload: text, secret }),
      },
    })
    await taking.stop()
    expect([answer.status, faultsOf('receiveStripe', answer)]).toEqual([200, []])
    answers.set({ operation: 'receiveStripe', status: 200 }, answer)
  })

  it('exists for every success, and has exactly the members that the service answers', () => {
    const anonymously = anonymous({ serviceUrl: service.url, receiverUrl: receiver.url, beganAt })
    for (const [{ operation, status, example = 'answer' }, answer] of answers) {
      const name = `${operation} ${status} ${example}`
      if (!recorded.has(name)) recorded.set(name, anonymously(shownOf(operation, answer)))
    }
    if (process.env['RECORD_EXAMPLES'] !== undefined) record()
    const shown = readRecordedAnswers()
    const differences = [...recorded].flatMap(([name, real]) => {
      const [operation = '', status = '', sent = ''] = name.split(' ')
      const example = shown[operation]?.[status]?.[sent]
      return example === undefined
        ? [`${name} is not shown`]
        : differencesOf(example, real).map((difference) => `${name}${difference}`)
    })
    expect(differences).toEqual([])
    const gone = membersOf(shown)
      .flatMap(([operation, statuses]) =>
        membersOf(statuses).flatMap(([status, sent]) =>
          membersOf(sent).map(([example]) => `${operation} ${status} ${example}`),
        ),
      )
      .filter((name) => !recorded.has(name))
    expect(gone).toEqual([])
  })

  it('contains no secret that works', () => {
    expect(
      JSON.stringify(readRecordedAnswers()).match(/svc_(?:test|live|sess|app|mail)_\w{12,}|whsec_\w{12,}/g),
    ).toBeNull()
  })
})

/** The document itself is too long to be shown in itself, as are the answers that list all routes. */
function shownOf(operation: string, { body, text }: HttpAnswer): Json {
  if (operation === 'showLlms') return text.split('\n').slice(0, 10).join('\n')
  if (operation !== 'getOpenApi') return shortened(body ?? text)
  return {
    openapi: shortened(at(body, 'openapi')),
    info: { title: shortened(at(body, 'info', 'title')), version: shortened(at(body, 'info', 'version')) },
    paths: {},
    components: {},
  }
}

/** What of an answer does not fit the document, by the schema of its status. */
function faultsOf(operation: string, { status, body, text, headers }: HttpAnswer): unknown[] {
  const { path, method } = routeOf(operation)
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const place = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema']
  if (at(document, ...place) === undefined) return [`${status} ${type} is not documented`]
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const validate = validator().compile({ $ref: `document#/${pointer}` })
  return validate(body ?? text) ? [] : (validate.errors ?? [])
}

let made: Ajv2020 | undefined
function validator(): Ajv2020 {
  if (made === undefined) {
    made = new Ajv2020({ strict: false, allErrors: true })
    formats.default(made)
    made.addSchema(Object(document), 'document')
  }
  return made
}

/** One file per tag, in the order of the walk. An answer that has today's members stays as it was recorded. */
function record(): void {
  const before = readRecordedAnswers()
  const byTag = Map.groupBy(recorded, ([name]) => routeOf(name.split(' ')[0] ?? '').tags[0] ?? '')
  for (const [tag, of] of byTag) {
    const byOperation: Record<string, Record<string, Record<string, unknown>>> = {}
    for (const [name, value] of of) {
      const [operation = '', status = '', example = ''] = name.split(' ')
      const shown = before[operation]?.[status]?.[example]
      byOperation[operation] = {
        ...byOperation[operation],
        [status]: {
          ...byOperation[operation]?.[status],
          [example]: shown === undefined || differencesOf(shown, value).length > 0 ? value : shown,
        },
      }
    }
    writeFileSync(
      new URL(`../../../api/examples/${tag.toLowerCase().replaceAll(' ', '-')}.json`, import.meta.url),
      `${JSON.stringify(byOperation, null, 2)}\n`,
    )
  }
}
