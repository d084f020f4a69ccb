import type { FoundSubject } from '../../domain/history/subject-collector.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { AttemptOutcome, Environment } from '../../domain/runs/states.ts'
import type { Database, Statement } from '../database.ts'
import { toStorableJson, toStorableText } from '../storable.ts'

export interface AttemptEnd {
  readonly runId: string
  readonly number: number
  readonly token: string
  readonly accountId: string
  readonly outcome: AttemptOutcome
  readonly detail: string | null
  readonly output: JsonObject | null
  readonly raw: Json
  /** Raw runs: the value of `data` in the output, unchanged; undefined otherwise. */
  readonly payload: Json | undefined
  readonly units: number
  /** The subjects that it names, for the history of its run; null when nothing was delivered. */
  readonly subjects: readonly FoundSubject[] | null
  /** Microdollars of the provider's cost, as reported and by its rate card; null where there is none. */
  readonly cost: bigint | null
  readonly rateCard: bigint | null
  /** The provider reports a cost that cannot be read. */
  readonly costUnreadable: boolean
  /** The platform account cannot serve for this long (quota used up); null otherwise. */
  readonly exhaustedForSeconds: number | null
}

/** Writes the outcome by compare-and-set on the executor's token and releases the account's lease. */
export const RECORD_OUTCOME: Statement = {
  name: 'record_outcome',
  effect: true,
  text: `with done as (
      update attempt set outcome = $4, detail = $5, output = $6, raw = $7, units = $8, cost = $11, rate_card = $12, payload = $13, subjects = $14, finished_at = clock_timestamp(),
        duration_ms = round(extract(epoch from clock_timestamp() - started_at) * 1000)
      where run_id = $1 and number = $2 and token = $3 and outcome is null
      returning environment, provider, duration_ms, connection_id is not null as own
    ), released as (
      update provider_account p set leases = p.leases - ($1 || ':' || $2),
        exhausted_until = case when $10::double precision is null then p.exhausted_until
          else clock_timestamp() + make_interval(secs => $10::double precision) end
      where p.id = $9 and exists (select from done) and (p.leases ? ($1 || ':' || $2) or $10::double precision is not null)
      returning p.id
    )
    select environment, provider, duration_ms::double precision / 1000 as seconds, own from done`,
}

/** True when this executor's outcome was stored; false when another executor decided the attempt. */
export async function recordOutcome(db: Database, end: AttemptEnd): Promise<boolean> {
  const [done] = await db.query<{ environment: Environment; provider: string; seconds: number; own: boolean }>(
    RECORD_OUTCOME,
    [
      end.runId,
      end.number,
      end.token,
      end.outcome,
      end.detail === null ? null : toStorableText(end.detail),
      end.output === null ? null : toStorableJson(end.output),
      end.raw === null ? null : toStorableJson(end.raw),
      end.units,
      end.accountId,
      end.exhaustedForSeconds,
      end.cost?.toString() ?? null,
      end.rateCard?.toString() ?? null,
      end.payload === undefined ? null : toStorableJson(end.payload),
      end.subjects === null ? null : toStorableJson(end.subjects.map(plain)),
    ],
  )
  if (done === undefined) return false
  const { own, ...counted } = done
  db.emit({
    kind: 'attempt_ended',
    ...counted,
    outcome: end.outcome,
    cost: own ? 0n : (end.cost ?? end.rateCard ?? 0n),
  })
  if (end.costUnreadable && !own) db.emit({ kind: 'cost_unreadable', provider: counted.provider })
  return true
}

const plain = ({ words, ...found }: FoundSubject): JsonObject => ({
  ...found,
  ...(words === undefined ? {} : { words: [...words] }),
})
