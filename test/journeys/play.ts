import type { Run } from '../../api/schemas/run.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { Newcomer } from './newcomer.ts'
import { type Journey, nameOf } from './offers.ts'
import type { Channel, Senders } from './senders.ts'

/** What came of a request. */
export interface Played {
  readonly name: string
  readonly delivered: boolean
  readonly quoted: string | null
  readonly charged: string | null
  readonly funded: boolean
  /** Why nothing was delivered. */
  readonly why: string
}

const WAIT_SECONDS = 30
const TRIES_MAX = 4

/** Buys one request, and waits for its end. */
export async function buy({ runs }: Newcomer, name: string, request: object): Promise<Played> {
  const answer = await runs.run(request)
  if (answer.body.run_id === undefined) return refused(name, `${answer.status}: ${JSON.stringify(answer.body)}`)
  let run = answer.body
  for (let tries = 0; !run.done && tries < TRIES_MAX; tries += 1) run = (await runs.get(run.run_id, WAIT_SECONDS)).body
  return playedOf(name, run)
}

const refused = (name: string, why: string): Played => ({
  name,
  delivered: false,
  quoted: null,
  charged: null,
  funded: false,
  why,
})

function playedOf(name: string, run: Run): Played {
  const delivered = run.status === 'succeeded' && run.result !== null && run.result !== undefined
  const attempts = run.attempts.map(({ provider, outcome, detail }) => `${provider} ${outcome}: ${detail ?? ''}`)
  return {
    name,
    delivered,
    quoted: run.billing.quoted,
    charged: run.billing.charged,
    funded: run.billing.platform_funded,
    why: delivered ? '' : `${run.status} ${JSON.stringify(run.error ?? null)} ${attempts.join('; ')}`,
  }
}

/** Plays a journey; a send leaves from the customer's own senders, each to another person. */
export const play = (customer: Newcomer, journey: Journey, senders: Senders | null): Promise<Played> =>
  buy(customer, nameOf(journey), {
    capability: journey.capability,
    input: journey.sends && senders !== null ? fromOwn(journey, senders) : journey.input,
    routing: { provider: journey.provider },
  })

function fromOwn(
  { capability, provider, platform, input }: Journey,
  { inbox, domainInbox, accounts }: Senders,
): JsonObject {
  const person = `robin-${capability.replace(/\W/g, '-')}`
  if (capability === 'email.send') {
    const senders: Readonly<Record<string, JsonObject>> = {
      agentmail: { inbox_id: inbox },
      resend: { inbox_id: domainInbox },
      unipile: { account_id: accounts.gmail },
    }
    return { ...input, to: `${person}-${provider}@example.com`, ...senders[provider] }
  }
  const channel: Channel = platform === 'instagram' || platform === 'whatsapp' ? platform : 'linkedin'
  const profile: JsonObject = channel === 'linkedin' ? { profile_url: `https://www.linkedin.com/in/${person}` } : {}
  return { ...input, ...profile, account_id: accounts[channel] }
}

/** A table of all that was played. */
export function tableOf(played: readonly Played[]): string {
  const width = Math.max(...played.map(({ name }) => name.length))
  const rows = played.map(({ name, delivered, quoted, charged, why }) =>
    [
      name.padEnd(width),
      delivered ? 'delivered' : 'MISSING  ',
      (quoted ?? '-').padStart(9),
      (charged ?? '-').padStart(9),
      why,
    ]
      .join('  ')
      .trimEnd(),
  )
  return [`${'offer'.padEnd(width)}               quoted    charged`, ...rows].join('\n')
}

/** How much more is held than charged, by provider: the median and the most. */
export function holdsOf(played: readonly Played[]): string {
  const byProvider = Map.groupBy(
    played.filter(({ delivered, charged }) => delivered && Number(charged) > 0),
    ({ name }) => / by (\S+)/.exec(name)?.[1] ?? name,
  )
  const rows = [...byProvider].map(([provider, bought]) => {
    const ratios = bought.map(({ quoted, charged }) => Number(quoted) / Number(charged)).toSorted((a, b) => a - b)
    const median = ratios[Math.floor(ratios.length / 2)] ?? 1
    return `${provider.padEnd(18)} ${median.toFixed(2).padStart(6)} ${(ratios.at(-1) ?? 1).toFixed(2).padStart(6)}`
  })
  return [`${'hold / charge'.padEnd(18)} median   most`, ...rows].join('\n')
}

/** How many journeys go at once: more only wait for each other. */
const AT_ONCE = 12

export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let begin = 0; begin < items.length; begin += AT_ONCE)
    results.push(...(await Promise.all(items.slice(begin, begin + AT_ONCE).map(work))))
  return results
}
