import type { RunStatus } from '../../domain/runs/states.ts'
import { type AttemptEnd, type DecidedRow, emitAttemptEnded, outcomeValues, type OutcomeValues } from './outcome.ts'
import type { Queries } from '../database.ts'
import { splitSubjects } from '../history/blocks.ts'
import { rowsAsArguments, statement } from '../statement.ts'
import { emitRunEnded, type EndRow, endValues, type EndValues, type RunEnd } from '../runs/settle.ts'
import type { WalletId } from '../wallets/ledger.ts'

/** The parameters of `record_and_settle_v1`. */
const ITEMS = rowsAsArguments<OutcomeValues & EndValues>({
  runId: 'run_ids text',
  number: 'numbers integer',
  token: 'tokens uuid',
  outcome: 'outcomes text',
  detail: 'details text',
  output: 'outputs jsonb',
  raw: 'raws jsonb',
  units: 'units_of integer',
  cost: 'costs bigint',
  rateCard: 'rate_cards bigint',
  payload: 'payloads json',
  subjects: 'subjects_of jsonb',
  accountId: 'account_ids text',
  exhaustedForSeconds: 'exhausted_seconds double precision',
  charge: 'charges bigint',
  status: 'statuses text',
  attempt: 'attempts integer',
  provider: 'providers text',
  outcomeReason: 'outcome_reasons text',
  error: 'errors jsonb',
  ownKey: 'own_keys boolean',
})

/** The statement's values for some items. */
export const settleValues = ({ workspaceId, environment }: WalletId, items: readonly RecordAndSettle['values'][]) => ({
  workspaceId,
  environment,
  ...ITEMS.bind(items),
})

type SettledRow = EndRow & { readonly position: number; readonly decided: DecidedRow }

/**
 * Stores the outcomes of executors' attempts and ends their plain runs (`RunInput`), all of one wallet: one round trip
 * and one commit. It changes nothing for an attempt that is another executor's, or a run that has ended. A charge that
 * does not fit the hold stores the outcome and ends nothing.
 */
export const RECORD_AND_SETTLE = statement<ReturnType<typeof settleValues>, SettledRow>({
  name: 'record_and_settle',
  effect: true,
  neverNull: {
    'set with the status, without which nothing reads them': ['environment', 'raw', 'seconds', 'charged'],
    'the function sets them': ['position', 'decided'],
  },
  text: `select * from record_and_settle_v1(:workspaceId, :environment, ${ITEMS.sql})`,
})

/** An attempt's outcome, and the end of its run. */
export interface RecordAndSettle {
  readonly attempt: AttemptEnd
  readonly values: OutcomeValues & EndValues
}

/** null: a long list of subjects is stored in blocks, by a transaction, so the outcome is stored alone. */
export const settlementOf = (attempt: AttemptEnd, run: RunEnd): RecordAndSettle | null =>
  attempt.subjects === null || splitSubjects(attempt.subjects).list === null
    ? { attempt, values: { ...outcomeValues(attempt, attempt.subjects), ...endValues(run) } }
    : null

export type RecordedOutcome =
  | { readonly kind: 'ended'; readonly status: RunStatus }
  /** The attempt is another executor's, the run has ended, or it is not plain: the outcome is stored alone. */
  | { readonly kind: 'unchanged' }
  /** The outcome is stored, and the run has not ended. */
  | { readonly kind: 'does not fit its hold' }

/** Stores outcomes of executors' attempts and ends their runs as decided; the answers have the order of the items. */
export async function recordAndSettle(
  db: Queries,
  wallet: WalletId,
  items: readonly RecordAndSettle[],
): Promise<RecordedOutcome[]> {
  const values = items.map((item) => item.values)
  const rows = await db.query(RECORD_AND_SETTLE, settleValues(wallet, values))
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return items.map((item, index) => recordedAs(db, item, byPosition.get(index + 1)))
}

/** What the row of a settlement says; emits its metric events. */
function recordedAs(
  db: Pick<Queries, 'emit'>,
  { attempt }: RecordAndSettle,
  row: SettledRow | undefined,
): RecordedOutcome {
  if (row === undefined) return { kind: 'unchanged' }
  emitAttemptEnded(db, attempt, row.decided)
  if (row.status === null) return { kind: 'does not fit its hold' }
  emitRunEnded(db, row)
  return { kind: 'ended', status: row.status }
}
