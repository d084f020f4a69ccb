import type { IncomingMessage } from 'node:http'
import { type Json, type JsonObject, objectOf } from '../../../domain/json/json.ts'
import { platformKeyOf } from './credential.ts'
import { accountOf, urlOfTwin, type Seated, type World } from './host.ts'
import { DNS_TYPES } from '../../../domain/senders/mail-authentication.ts'
import { type Mode, MODES, NORMAL } from './mode.ts'
import { reporter, ReportRefused } from './report.ts'
import { readBody } from './request-body.ts'
import type { TwinReply } from './twin.ts'

const SLOW_MS = 2_000
const wrong = (message: string): TwinReply => ({ status: 400, json: { error: message } })

/** The twins' own endpoints, below `/_twin`. */
export async function control(world: World, request: IncomingMessage, path: string): Promise<TwinReply> {
  const body = (await readBody(request)).value
  const given = objectOf(body)
  switch (`${request.method ?? ''} ${path}`) {
    case 'GET /':
      return { json: overview(world) }
    case 'GET /calls':
      return { json: world.calls }
    case 'POST /mode':
      return ofTwin(world, given, (seated) => setMode(world, seated, given))
    case 'POST /credits':
      return ofTwin(world, given, (seated) => setCredits(seated, given))
    case 'POST /revoke':
      return ofTwin(world, given, (seated) => revoke(seated, given))
    case 'POST /service':
      world.service = typeof given.url === 'string' ? given.url : null
      return { json: { service: world.service } }
    case 'POST /dns':
      return publish(world, given)
    case 'POST /happen':
      return ofTwin(world, given, (seated) => happen(world, seated, given))
    case 'POST /reset':
      world.modes.clear()
      world.calls.length = 0
      for (const hanging of world.hanging) hanging.destroy()
      for (const { accounts } of world.twins.values()) accounts.clear()
      world.dns.clear()
      return { json: { reset: true } }
    default:
      return { status: 404, json: { error: `There is no ${request.method ?? ''} /_twin${path}.` } }
  }
}

function ofTwin(
  world: World,
  { twin }: JsonObject,
  act: (seated: Seated) => TwinReply | Promise<TwinReply>,
): TwinReply | Promise<TwinReply> {
  const seated = typeof twin === 'string' ? world.twins.get(twin) : undefined
  return seated === undefined ? wrong('"twin" names no twin.') : act(seated)
}

const countOf = (value: Json | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

function setMode(world: World, { twin }: Seated, { mode: name, ms, times, calls }: JsonObject): TwinReply {
  const mode = MODES.find((one) => one === name)
  if (mode === undefined) return wrong(`"mode" is one of ${MODES.join(', ')}.`)
  world.modes.set(twin.slug, {
    mode,
    ms: countOf(ms, mode === 'slow' ? SLOW_MS : 0),
    times: typeof times === 'number' ? times : null,
    ...(typeof calls === 'string' ? { calls } : {}),
  })
  return { json: { twin: twin.slug, ...modeOf(world, twin.slug) } }
}

/** Of the named account, or of all that have called. */
function setCredits({ twin, accounts }: Seated, { account, credits }: JsonObject): TwinReply {
  if (typeof credits !== 'number') return wrong('"credits" must be a number.')
  for (const one of accounts.values()) if (account === undefined || one.key === account) one.credits = credits
  return { json: { twin: twin.slug, credits } }
}

/** The owner of an account revokes its key. */
function revoke({ twin, accounts }: Seated, { account }: JsonObject): TwinReply {
  if (typeof account !== 'string') return wrong('"account" must be the key of an account.')
  accountOf(accounts, account).revoked = true
  return { json: { twin: twin.slug, revoked: account } }
}

/** The owner of a name publishes its records of a type, or the name servers fall silent. */
function publish({ dns }: World, { silent, type, name, values }: JsonObject): TwinReply {
  if (typeof silent === 'boolean') {
    dns.setSilent(silent)
    return { json: { silent } }
  }
  const known = DNS_TYPES.find((one) => one === type)
  if (known === undefined) return wrong(`"type" is one of ${DNS_TYPES.join(', ')}.`)
  if (typeof name !== 'string') return wrong('"name" must be a full name.')
  const texts = (Array.isArray(values) ? values : []).filter((value) => typeof value === 'string')
  dns.publish(known, name, texts)
  return { json: { type: known, name, values: texts } }
}

async function happen(world: World, { twin, auth, accounts }: Seated, given: JsonObject): Promise<TwinReply> {
  const { happening } = given
  const act = typeof happening === 'string' ? twin.happenings?.[happening] : undefined
  if (act === undefined) return wrong(`"happening" is one of ${Object.keys(twin.happenings ?? {}).join(', ')}.`)
  try {
    return await act(given, {
      accounts: [...accounts.values()],
      platform: () => accountOf(accounts, platformKeyOf(twin.slug, auth)),
      report: reporter(world, twin),
      publish: world.dns.publish,
    })
  } catch (error) {
    if (error instanceof ReportRefused) return { status: 502, json: { error: error.message } }
    throw error
  }
}

const modeOf = (world: World, slug: string): Omit<Mode, 'ms'> & { readonly ms: number } =>
  world.modes.get(slug) ?? NORMAL

const overview = (world: World) => ({
  service: world.service,
  twins: [...world.twins.values()].map(({ twin, routes, accounts }) => ({
    twin: twin.slug,
    base_url: urlOfTwin(world, twin),
    endpoints: routes.length,
    happenings: Object.keys(twin.happenings ?? {}),
    mode: modeOf(world, twin.slug).mode,
    accounts: [...accounts.values()],
  })),
})
