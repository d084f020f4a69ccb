import { type Hits, NO_HITS, type OfferHits, sumOf } from '../../../domain/routing/hits.ts'
import type { InputShape } from '../../../domain/routing/shape.ts'
import { HIT_HALF_LIFE_DAYS, WINDOW_DAYS } from '../../../domain/routing/thresholds.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { offerKey } from './read.ts'

interface HitRow extends Hits {
  readonly provider: string
  readonly capability: string
  readonly fields: string
  /** Empty: not known. */
  readonly country: string
  /** Empty: none had missed before. */
  readonly after: string
  /** Finds whose address bounced; `found` has none of them. */
  readonly bounced: number
  /** Of the newest answers instead. */
  readonly recent: boolean
}

export const READ_HITS = statement<{ windowDays: number; halfLifeDays: number }, HitRow>({
  name: 'read_offer_hits',
  effect: false,
  text: `with today as (select (now() at time zone 'UTC')::date as day)
    select provider, capability, fields, country, after, false as recent,
      sum(greatest(found - bounced, 0) * weight)::double precision as found,
      sum(least(found, bounced) * weight)::double precision as bounced,
      sum((found + missed) * weight)::double precision as answered
    from (
      select h.*, power(0.5, (today.day - h.day) / :halfLifeDays::double precision) as weight
      from offer_hits_day h, today where h.day > today.day - :windowDays::integer
    ) weighed group by provider, capability, fields, country, after
    union all
    select provider, capability, '', '', '', true, found, 0, answered from offer_hits_recent`,
})

/** Every offer's hits of the last 30 days; older answers weigh less. */
export interface HitView {
  hits(provider: string, capability: string, shape: InputShape): OfferHits
}

interface Counted {
  all: Hits
  bounced: number
  recent: Hits
  later: Hits
  /** By `fields`, and by `fields` and country. */
  readonly ofShape: Map<string, Hits>
  readonly after: Map<string, Map<string, Hits>>
}

const NONE = NO_HITS.recent
const countryKey = (fields: string, country: string): string => `${fields} ${country}`

export async function readHits(db: Database): Promise<HitView> {
  const rows = await db.query(READ_HITS, { windowDays: WINDOW_DAYS, halfLifeDays: HIT_HALF_LIFE_DAYS })
  return viewOfHits(rows)
}

function viewOfHits(rows: readonly HitRow[]): HitView {
  const offers = new Map<string, Counted>()
  for (const row of rows) {
    const key = offerKey(row.provider, row.capability)
    const counted = offers.get(key) ?? {
      all: NONE,
      bounced: 0,
      recent: NONE,
      later: NONE,
      ofShape: new Map(),
      after: new Map(),
    }
    offers.set(key, counted)
    count(counted, row)
  }
  return {
    hits(provider, capability, { fields, country }) {
      const counted = offers.get(offerKey(provider, capability))
      if (counted === undefined) return NO_HITS
      const ofCountry = country === null ? undefined : counted.ofShape.get(countryKey(fields, country))
      return {
        first: [counted.all, counted.ofShape.get(fields), ofCountry].filter((level) => level !== undefined),
        bounced: counted.bounced,
        recent: counted.recent,
        after: counted.after.get(fields) ?? NO_HITS.after,
        later: counted.later,
      }
    },
  }
}

function count(counted: Counted, { fields, country, after, recent, bounced, ...hits }: HitRow): void {
  if (recent) counted.recent = hits
  else if (after !== '') {
    const pairs = counted.after.get(fields) ?? new Map<string, Hits>()
    counted.after.set(fields, pairs.set(after, hits))
    counted.later = sumOf(counted.later, hits)
  } else {
    counted.all = sumOf(counted.all, hits)
    counted.bounced += bounced
    counted.ofShape.set(fields, sumOf(counted.ofShape.get(fields) ?? NONE, hits))
    if (country !== '') counted.ofShape.set(countryKey(fields, country), hits)
  }
}
