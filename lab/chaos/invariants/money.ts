import type { Evidence, StoredRun, StoredTransfer } from '../evidence.ts'
import { changeFirst, groupedBy, type Invariant, judgeEach, repeatFirst, withStored } from './invariant.ts'

const total = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)

const amountsOf = (transfers: readonly StoredTransfer[], kind: string): string[] =>
  transfers.flatMap((one) => (one.kind === kind ? [one.amount] : []))

const transfersByRun = ({ stored }: Evidence): ReadonlyMap<string, readonly StoredTransfer[]> =>
  groupedBy(stored.transfers, ({ runId }) => runId)

/** The sum of these transfers for an account. */
const gained = (transfers: readonly StoredTransfer[], account: string): bigint =>
  total(transfers.flatMap(({ credit, amount }) => (credit === account ? [amount] : []))) -
  total(transfers.flatMap(({ debit, amount }) => (debit === account ? [amount] : [])))

const ofRun =
  (kind: string) =>
  ({ runId, ...transfer }: StoredTransfer): boolean =>
    runId !== null && transfer.kind === kind

const oneMore = (amount: string): string => String(BigInt(amount) + 1n)

const isCharged = ({ charged }: StoredRun): boolean => charged !== null && BigInt(charged) > 0n

/**
 * A final bill is booked with the platform's margin. Costs of the simulators are multiples of a hundred microdollars,
 * so no amount is rounded.
 */
const withMargin = (cost: string): bigint => (BigInt(cost) * 143n) / 100n

export const MONEY: readonly Invariant[] = [
  {
    promise: 'each hold is closed to the last microdollar',
    judge(evidence) {
      const transfers = transfersByRun(evidence)
      return judgeEach(evidence.stored.runs, ({ id, workspaceId, environment, held }) => {
        const open = gained(transfers.get(id) ?? [], `${workspaceId}:${environment}:held`)
        return open === 0n && held === '0' ? null : `${id} holds ${held}, and its transfers ${open}`
      })
    },
    falsify(evidence) {
      const transfers = changeFirst(evidence.stored.transfers, ofRun('hold'), (transfer) => ({
        ...transfer,
        amount: oneMore(transfer.amount),
      }))
      return transfers && withStored(evidence, { transfers })
    },
  },
  {
    promise: 'no run is held or charged twice',
    judge(evidence) {
      return judgeEach([...transfersByRun(evidence)], ([id, transfers]) => {
        const [holds, charges] = [amountsOf(transfers, 'hold').length, amountsOf(transfers, 'charge').length]
        return holds <= 1 && charges <= 1 ? null : `${id} has ${holds} holds and ${charges} charges`
      })
    },
    falsify(evidence) {
      const transfers = repeatFirst(evidence.stored.transfers, ofRun('charge'), (transfer) => transfer)
      return transfers && withStored(evidence, { transfers })
    },
  },
  {
    promise: 'no charge without a delivery',
    judge: ({ stored }) =>
      judgeEach(stored.runs.filter(isCharged), ({ id, status, charged }) =>
        status === 'succeeded' ? null : `${id} is ${status} and costs ${charged}`,
      ),
    falsify(evidence) {
      const runs = changeFirst(evidence.stored.runs, isCharged, (run) => ({ ...run, status: 'failed' }))
      return runs && withStored(evidence, { runs })
    },
  },
  {
    promise: 'no success without a delivered attempt',
    judge({ stored }) {
      const delivered = new Set(
        stored.attempts.flatMap(({ runId, number, outcome }) =>
          outcome === 'succeeded' ? [`${runId}:${number}`] : [],
        ),
      )
      return judgeEach(
        stored.runs.filter(({ status }) => status === 'succeeded'),
        ({ id, deliveredAttempt }) =>
          delivered.has(`${id}:${deliveredAttempt}`) ? null : `${id} has succeeded by attempt ${deliveredAttempt}`,
      )
    },
    falsify(evidence) {
      const attempts = changeFirst(
        evidence.stored.attempts,
        ({ outcome }) => outcome === 'succeeded',
        (attempt) => ({ ...attempt, outcome: 'unknown' }),
      )
      return attempts && withStored(evidence, { attempts })
    },
  },
  {
    promise: 'topped up - charged = available, and no money is held or owed',
    judge({ topups, stored }) {
      return judgeEach(stored.wallets, ({ workspaceId, environment, available, held, receivable }) => {
        const own = <Item extends { readonly workspaceId: string; readonly environment: string }>(
          items: readonly Item[],
        ): Item[] => items.filter((item) => item.workspaceId === workspaceId && item.environment === environment)
        const left =
          total(own(topups).map(({ amount }) => amount)) - total(own(stored.runs).map(({ charged }) => charged ?? '0'))
        return BigInt(available) === left && held === '0' && receivable === '0'
          ? null
          : `${workspaceId} ${environment} has ${available} (${left} is left), ${held} held and ${receivable} owed`
      })
    },
    falsify(evidence) {
      const wallets = changeFirst(
        evidence.stored.wallets,
        () => true,
        (wallet) => ({ ...wallet, available: oneMore(wallet.available) }),
      )
      return wallets && withStored(evidence, { wallets })
    },
  },
  {
    promise: 'a cancelled run costs nothing and called no provider',
    judge({ stored, calls, actors }) {
      const called = new Set([...calls, ...actors].map(({ marker }) => marker))
      return judgeEach(
        stored.runs.filter(({ status }) => status === 'cancelled'),
        (run) =>
          !isCharged(run) && !called.has(run.marker ?? '')
            ? null
            : `${run.id} costs ${run.charged}${called.has(run.marker ?? '') ? ' and called a provider' : ''}`,
      )
    },
    falsify(evidence) {
      const runs = changeFirst(evidence.stored.runs, isCharged, (run) => ({ ...run, status: 'cancelled' }))
      return runs && withStored(evidence, { runs })
    },
  },
  {
    promise: 'each final bill is booked as the provider finally reports it',
    judge({ stored, actors }) {
      const finalCosts = new Map(actors.map(({ marker, finalCost }) => [marker, finalCost]))
      const billed = stored.runs.filter(({ marker, status }) => status === 'succeeded' && finalCosts.has(marker ?? ''))
      return judgeEach(billed, ({ id, marker, charged, billOpen }) => {
        const due = withMargin(finalCosts.get(marker ?? '') ?? '0')
        return !billOpen && BigInt(charged ?? '0') === due
          ? null
          : `${id} was charged ${charged}, and the bill is ${due}${billOpen ? ' (still awaited)' : ''}`
      })
    },
    falsify(evidence) {
      const succeeded = new Set(
        evidence.stored.runs.flatMap(({ marker, status }) => (status === 'succeeded' ? (marker ?? []) : [])),
      )
      const actors = changeFirst(
        evidence.actors,
        ({ marker }) => succeeded.has(marker),
        (actor) => ({ ...actor, finalCost: String(BigInt(actor.finalCost) + 100n) }),
      )
      return actors && { ...evidence, actors }
    },
  },
  {
    promise: '`npm run ledger:verify` finds no drift',
    judge: ({ drifts }) => ({ checked: 1, violations: drifts }),
    falsify: (evidence) => ({
      ...evidence,
      drifts: ['a wallet: available = sum of transfers: expected 1.00, found 1.000001'],
    }),
  },
]
