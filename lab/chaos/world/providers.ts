import type { ActorStart, ProviderCall } from '../evidence.ts'
import { fixture } from '../../../test/fixtures/load.ts'
import { startActorPlatform } from '../../../test/support/actor-platform.ts'
import { type Reply, type SimulatedCall, startSimulator } from '../../../test/support/http-simulator.ts'
import { at } from '../../../test/support/http.ts'
import { addressOf, letterOf, MARKER } from '../load/operations.ts'

/** How providers behave; `hang` and `reset` take effect first, and their answer is lost. */
export type ProviderMood = 'well' | 'refuses' | 'hangs' | 'resets'

/** Every provider of the campaign, over real HTTP. Its log is the truth about the calls. */
export interface SimulatedProviders {
  readonly url: string
  readonly actorsUrl: string
  behave(mood: ProviderMood): void
  calls(): readonly ProviderCall[]
  actors(): readonly ActorStart[]
  /** The name by which the provider of accounts reports the next one that connects. */
  linkName(): string
  close(): Promise<void>
}

const MICRODOLLARS = 1_000_000
/** Costs differ, and are multiples of a hundred microdollars: the margin on them is exact. */
const costOf = (marker: string, base: number): number => (base + (Number(marker.slice(1, 7)) % 50) * 100) / MICRODOLLARS

const markerOf = (call: SimulatedCall): string =>
  MARKER.exec(`${call.path} ${JSON.stringify([call.query, call.body])}`)?.[0] ?? ''

const kindOf = (marker: string): string => marker.slice(-1)

const finalCostOf = (marker: string): number => costOf(marker, 12_000)

export async function startSimulatedProviders(): Promise<SimulatedProviders> {
  const [simulator, platform] = await Promise.all([startSimulator(), startActorPlatform()])
  const calls: ProviderCall[] = []
  const state: { mood: ProviderMood; linkName: string } = { mood: 'well', linkName: '' }

  simulator.respond((call) => {
    const found = ROUTES.find(({ method, path }) => method === call.method && path.test(call.path))
    if (found === undefined) return { status: 404, json: { error: 'no such route' } }
    if (call.path === LINK) state.linkName = String(at(call.body, 'name'))
    const { mood } = state
    const accepted = mood !== 'refuses'
    const key = call.headers['idempotency-key']
    calls.push({
      at: Date.now(),
      provider: call.path.split('/')[1] ?? '',
      what: found.what,
      marker: markerOf(call),
      key: key === undefined ? null : String(key),
      accepted,
    })
    if (!accepted) return { status: 500, json: { error: 'internal error' } }
    if (mood !== 'well') return { fault: mood === 'hangs' ? 'hang' : 'reset' }
    return found.reply(markerOf(call), call)
  })
  platform.script((input) => {
    const marker = MARKER.exec(JSON.stringify(input))?.[0] ?? ''
    return {
      items: [{ url: `https://example.com/${marker}` }],
      cost: costOf(marker, 8_000),
      finalCost: finalCostOf(marker),
    }
  })

  return {
    url: simulator.url,
    actorsUrl: platform.url,
    behave: (mood) => {
      state.mood = mood
    },
    calls: () => calls,
    actors: () =>
      platform.started.map(({ id, input }) => {
        const marker = MARKER.exec(JSON.stringify(input))?.[0] ?? ''
        return { marker, id, finalCost: String(Math.round(finalCostOf(marker) * MICRODOLLARS)) }
      }),
    linkName: () => state.linkName,
    close: async () => {
      await Promise.all([simulator.close(), platform.close()])
    },
  }
}

interface Route {
  readonly method: string
  readonly path: RegExp
  readonly what: ProviderCall['what']
  readonly reply: (marker: string, call: SimulatedCall) => Reply
}

const LINK = '/unipile/hosted/accounts/link'

/** A fixture with some members of its body replaced. */
const like = (name: string, members: object): Reply => ({
  ...fixture(name),
  json: { ...Object(fixture(name).json), ...members },
})

const sent = (marker: string) => ({ message_id: `<${marker}@example.com>`, thread_id: `thread-${marker}` })

/** The first segment of a path names the provider. */
const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/hunter\/email-finder$/,
    what: 'lookup',
    reply: (marker) =>
      ['b', 'n'].includes(kindOf(marker))
        ? fixture('hunter/miss')
        : {
            json: {
              ...Object(fixture('hunter/found').json),
              data: {
                ...Object(at(fixture('hunter/found').json, 'data')),
                email: addressOf(marker),
                domain: `${marker}.example.com`,
                linkedin_url: null,
              },
            },
          },
  },
  {
    method: 'POST',
    path: /^\/findymail\/api\/search\/name$/,
    what: 'lookup',
    reply: (marker) =>
      kindOf(marker) === letterOf('none')
        ? fixture('findymail/miss')
        : {
            json: {
              contact: {
                ...Object(at(fixture('findymail/found').json, 'contact')),
                email: addressOf(marker),
                domain: `${marker}.example.com`,
                linkedin_url: null,
              },
            },
          },
  },
  {
    method: 'POST',
    path: /^\/leadmagic\//,
    what: 'lookup',
    reply: (marker) =>
      kindOf(marker) === letterOf('none')
        ? fixture('leadmagic/miss')
        : like('leadmagic/found', { email: addressOf(marker), domain: `${marker}.example.com` }),
  },
  {
    method: 'POST',
    path: /^\/agentmail\/v0\/inboxes$/,
    what: 'raw',
    reply: (_, { body }) =>
      like('agentmail/inbox', {
        inbox_id: `${at(body, 'username')}@${at(body, 'domain')}`,
        client_id: at(body, 'client_id'),
      }),
  },
  {
    method: 'POST',
    path: /^\/agentmail\/v0\/inboxes\/[^/]+\/messages\/send$/,
    what: 'send',
    reply: (marker) => ({ json: sent(marker) }),
  },
  { method: 'POST', path: new RegExp(`^${LINK}$`), what: 'raw', reply: () => fixture('unipile/connect-link') },
  {
    method: 'GET',
    path: /^\/unipile\/accounts\/[^/]+$/,
    what: 'raw',
    reply: (_, { path }) => like('unipile/account', { id: path.split('/').at(-1) }),
  },
  {
    method: 'GET',
    path: /^\/unipile\/users\/[^/]+$/,
    what: 'lookup',
    reply: (marker) =>
      like('unipile/profile', { provider_id: `ACoAAB-${marker}`, public_identifier: `robin-${marker}` }),
  },
  {
    method: 'POST',
    path: /^\/unipile\/users\/invite$/,
    what: 'send',
    reply: (marker) => like('unipile/invited', { invitation_id: `invitation-${marker}` }),
  },
  {
    method: 'POST',
    path: /^\/unipile\/chats$/,
    what: 'send',
    reply: (marker) => like('unipile/chat-started', { chat_id: `chat-${marker}`, message_id: `sent-${marker}` }),
  },
  {
    method: 'POST',
    path: /^\/dataforseo\/v3\/ai_optimization\/chat_gpt\/llm_responses\/live$/,
    what: 'raw',
    reply: (marker) => ({
      json: {
        status_code: 20_000,
        cost: costOf(marker, 2_000),
        tasks: [{ id: marker, status_code: 20_000, cost: costOf(marker, 2_000), result: [{ keyword: marker }] }],
      },
    }),
  },
]
