import type { RunStatus } from '../../../domain/runs/states.ts'
import { type AttemptEnd, type DecidedRow, emitAttemptEnded, outcomeValues, type OutcomeValues } from './outcome.ts'
import type { Queries } from '../../database.ts'
import { splitSubjects } from '../history/blocks.ts'
import { rowsAsArguments, statement } from '../../statement.ts'
import { END_COLUMNS, END_NEVER_NULL, emitRunEnded, type EndRow, endsOf, type RunEnd } from '../settle.ts'
import type { WalletId } from '../../money/wallets/ledger.ts'

/** The outcomes as parameters of `record_and_settle_v1`. */
const ITEMS = rowsAsArguments<OutcomeValues>({
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
  removed: 'removed_of jsonb',
  accountId: 'account_ids text',
  exhaustedForSeconds: 'exhausted_seconds double precision',
})

/** The statement's values for some items. */
export const settleValues = ({ workspaceId, environment }: WalletId, items: readonly RecordAndSettle[]) => ({
  workspaceId,
  environment,
  ends: endsOf(items.map(({ run }) => run)),
  ...ITEMS.bind(items.map(({ values }) => values)),
})

/** `decided` is null where the attempt is another executor's, or its run has ended or is not plain. */
type SettledRow = EndRow & { readonly position: number; readonly decided: DecidedRow | null }

/**
 * Stores the outcomes of executors' attempts and ends their plain runs (`RunInput`), all of one wallet: one round trip
 * and one commit. A charge that does not fit the hold stores the outcome and ends nothing.
 */
export const RECORD_AND_SETTLE = statement<ReturnType<typeof settleValues>, SettledRow>({
  name: 'record_and_settle',
  effect: true,
  neverNull: { ...END_NEVER_NULL, 'the function sets it': ['position'] },
  text: `select position, decided, ${END_COLUMNS} from record_and_settle_v1(of_workspace => :workspaceId,
    of_environment => :environment, ends_of => :ends, ${ITEMS.sql})`,
})

/** An attempt's outcome, and the end of its run. */
export interface RecordAndSettle {
  readonly attempt: AttemptEnd
  readonly run: RunEnd
  readonly values: OutcomeValues
}

/** null: a long list of subjects is stored in blocks, by a transaction, so the outcome is stored alone. */
export const settlementOf = (attempt: AttemptEnd, run: RunEnd): RecordAndSettle | null =>
  attempt.subjects === null || splitSubjects(attempt.subjects).list === null
    ? { attempt, run, values: outcomeValues(attempt, attempt.subjects) }
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
  const rows = await db.query(RECORD_AND_SETTLE, settleValues(wallet, items))
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return items.map((item, index) => recordedAs(db, item, byPosition.get(index + 1)))
}

/** What the row of a settlement states; emits its metric events. */
function recordedAs(
  db: Pick<Queries, 'emit'>,
  { attempt }: RecordAndSettle,
  row: SettledRow | undefined,
): RecordedOutcome {
  if (row?.decided == null) return { kind: 'unchanged' }
  emitAttemptEnded(db, attempt, row.decided)
  if (row.status === null) return { kind: 'does not fit its hold' }
  emitRunEnded(db, row)
  return { kind: 'ended', status: row.status }
}
