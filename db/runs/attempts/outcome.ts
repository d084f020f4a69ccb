import type { FoundSubject } from '../../../domain/history/subject-collector.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { RemovedRecords } from '../../../domain/do-not-process/removed.ts'
import type { AttemptOutcome, Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { toStorableJson, toStorableText } from '../../storable-text.ts'

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
  /** Records that do-not-process lists cover and that were taken out of the result; absent: none was. */
  readonly removed?: RemovedRecords
  /** The subjects that it names, for the history of its run; null when nothing was delivered. */
  readonly subjects: readonly FoundSubject[] | null
  /** Microdollars of the provider's cost, as reported and by its rate card; null where there is none. */
  readonly cost: bigint | null
  readonly rateCard: bigint | null
  /** The provider reports a cost that cannot be read. */
  readonly costUnreadable: boolean
  /** The platform account cannot serve for this long (quota used up); null otherwise. */
  readonly exhaustedForSeconds: number | null
  /** The provider rejects the workspace's own key; absent: it does not. */
  readonly keyRejected?: true
}

export type OutcomeValues = {
  readonly runId: string
  readonly number: number
  readonly token: string
  readonly outcome: AttemptOutcome
  readonly detail: string | null
  readonly output: string | null
  readonly raw: string | null
  readonly units: number
  readonly accountId: string
  readonly exhaustedForSeconds: number | null
  readonly cost: string | null
  readonly rateCard: string | null
  readonly payload: string | null
  readonly subjects: string | null
  readonly removed: string | null
}

export interface DecidedRow {
  readonly environment: Environment
  readonly provider: string
  readonly seconds: number
  readonly own: boolean
}

/** Writes the outcome by compare-and-set on the executor's token and releases the account's lease. */
export const RECORD_OUTCOME = statement<OutcomeValues, DecidedRow>({
  name: 'record_outcome',
  effect: true,
  neverNull: { 'the function sets them': ['environment', 'provider', 'seconds', 'own'] },
  text: `with done as materialized (
      select record_outcomes_v1(run_ids => array[:runId], numbers => array[:number::integer],
        tokens => array[:token::uuid], outcomes => array[:outcome], details => array[:detail],
        outputs => array[:output::jsonb], raws => array[:raw::jsonb], units_of => array[:units::integer],
        costs => array[:cost::bigint], rate_cards => array[:rateCard::bigint], payloads => array[:payload::json],
        subjects_of => array[:subjects::jsonb], removed_of => array[:removed::jsonb], wanted => array[true]) as decided
    ), released as materialized (
      select give_slots_back_v1(account_ids => array[:accountId], run_ids => array[:runId],
        numbers => array[:number::integer], exhausted_seconds => array[:exhaustedForSeconds::double precision],
        decided => decided) from done
    )
    select d.* from done cross join released cross join lateral jsonb_to_record(decided[1])
      as d (environment text, provider text, seconds double precision, own boolean) where decided[1] is not null`,
})

export const LOCK_ATTEMPT = statement<{ runId: string; number: number; token: string }>({
  name: 'lock_attempt',
  effect: false,
  text: `select from attempt where run_id = :runId and number = :number and outcome is null and token = :token
    for update`,
})

/** `subjects`: those that the attempt's row holds. */
export const outcomeValues = (end: AttemptEnd, subjects: readonly FoundSubject[] | null): OutcomeValues => ({
  runId: end.runId,
  number: end.number,
  token: end.token,
  outcome: end.outcome,
  detail: end.detail === null ? null : toStorableText(end.detail),
  output: end.output === null ? null : toStorableJson(end.output),
  raw: end.raw === null ? null : toStorableJson(end.raw),
  units: end.units,
  accountId: end.accountId,
  exhaustedForSeconds: end.exhaustedForSeconds,
  cost: end.cost?.toString() ?? null,
  rateCard: end.rateCard?.toString() ?? null,
  payload: end.payload === undefined ? null : toStorableJson(end.payload),
  subjects: subjects === null ? null : toStorableJson(subjects.map(plain)),
  removed: end.removed === undefined ? null : JSON.stringify(end.removed),
})

export function emitAttemptEnded(db: Pick<Queries, 'emit'>, end: AttemptEnd, { own, ...counted }: DecidedRow): void {
  db.emit({
    kind: 'attempt_ended',
    ...counted,
    outcome: end.outcome,
    cost: own ? 0n : (end.cost ?? end.rateCard ?? 0n),
  })
  if (end.costUnreadable && !own) db.emit({ kind: 'cost_unreadable', provider: counted.provider })
}

const plain = ({ words, ...found }: FoundSubject): JsonObject => ({
  ...found,
  ...(words === undefined ? {} : { words: [...words] }),
})
