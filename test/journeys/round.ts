import type { Run } from '../../api/schemas/run.ts'
import { at, membersOf } from '../support/http.ts'
import { until } from '../support/until.ts'
import { ownKeyOf, platformKeyOf } from '../twins/kit/credential.ts'
import { hooksOf } from '../twins/kit/webhooks.ts'
import { type Newcomer, succeeded } from './newcomer.ts'
import type { Stage } from '../support/stage.ts'

/** A customer whose senders are in the accounts of the platform, or in the customer's own. */
export interface Round {
  readonly stage: Stage
  readonly customer: Newcomer
  readonly account: 'platform' | 'own'
}

const WAIT_SECONDS = 30
const EVENTS_MAX = 500
/** Each account at Unipile has its own host. */
export const HOSTS: Readonly<Record<string, string>> = { unipile: 'api12.unipile.com:14255' }

/** The key of the round's account at a provider. */
export function keyOf({ stage, account }: Round, slug: string): string {
  const auth = stage.twins.world.twins.get(slug)?.auth
  return account === 'own' ? ownKeyOf(slug, 'own', auth) : platformKeyOf(slug, auth)
}

/** Connects the own key of a provider, and returns whether its reports arrive, and the paths of its webhooks. */
export async function connectOwn(round: Round, slug: string) {
  const host = slug in HOSTS ? { account: HOSTS[slug] } : {}
  const { session } = round.customer
  const connected = succeeded(await session.post(`/v1/connections/${slug}`, { api_key: keyOf(round, slug), ...host }))
  return { receiving: connected.at('receiving'), next_step: connected.at('next_step'), hooks: hooksAt(round, slug) }
}

/** The paths of the webhooks in the round's account. */
export function hooksAt(round: Round, slug: string): readonly string[] {
  const account = round.stage.twins.world.twins.get(slug)?.accounts.get(keyOf(round, slug))
  return account === undefined ? [] : [...hooksOf(account).values()].map(({ url }) => new URL(url).pathname)
}

/** Sends a message, and returns its run with what the customer reads of it. */
export async function send(
  { customer: { runs } }: Round,
  capability: string,
  input: object,
  routing: object = { allow_repeat: true },
): Promise<{ readonly run: Run; readonly shown: unknown[]; readonly code: string }> {
  const { body } = await runs.run({ capability, input, routing })
  if (body.run_id === undefined) throw new Error(`refused: ${JSON.stringify(body)}`)
  const run = body.done ? body : (await runs.get(body.run_id, WAIT_SECONDS)).body
  const { charged, platform_funded } = run.billing
  return { run, shown: [run.status, run.provider, charged, platform_funded], code: run.error?.code ?? run.status }
}

export interface RaisedEvent {
  readonly type: string
  of(member: string): string
}

/** The events that something raises. */
export async function raisedBy({ customer: { live } }: Round, happens: () => Promise<unknown>): Promise<RaisedEvent[]> {
  const before = succeeded(await live.get(`/v1/events?limit=${EVENTS_MAX}`)).at('next_after')
  await happens()
  const after = before === null ? '' : `&after=${String(before)}`
  const raised = await until(
    async () => membersOf(succeeded(await live.get(`/v1/events?limit=${EVENTS_MAX}${after}`)).at('items')),
    (events) => events.length > 0,
    WAIT_SECONDS,
  )
  return raised.map(([, event]) => ({
    type: String(at(event, 'type')),
    of: (member) => String(at(event, 'data', member)),
  }))
}

/** The types of all events of the customer. */
export async function typesRaised({ customer: { live } }: Round): Promise<string[]> {
  const events = membersOf(succeeded(await live.get(`/v1/events?limit=${EVENTS_MAX}`)).at('items'))
  return [...new Set(events.map(([, event]) => String(at(event, 'type'))))]
}

/** The accounts of a provider that something calls. */
export async function accountsCalled<Result>(
  { stage }: Round,
  slug: string,
  work: () => Promise<Result>,
): Promise<Result & { readonly called: readonly string[] }> {
  const { calls } = stage.twins.world
  const before = new Set(calls)
  const result = await work()
  // A page on which an account is connected has no key.
  const later = calls.filter((call) => call.twin === slug && call.account !== '' && !before.has(call))
  return { ...result, called: [...new Set(later.map(({ account }) => account))] }
}
