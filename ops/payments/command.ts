import { formatUsd, type Microdollars, parseUsd, USD_PATTERN } from '../../domain/money/microdollars.ts'
import type { DifferingDecision } from '../../domain/payments/settle-differing.ts'
import { isInCents, TOPUP_MAX } from '../../domain/payments/topup.ts'
import { decideHeldCredit } from '../../usecases/outreach/decide-held-credit.ts'
import { listHeldCredits } from '../../db/outreach/bounces/operate.ts'
import type { Database } from '../../db/database.ts'
import { listDifferingTopups, listRefusedEvents } from '../../db/money/payments/operate.ts'
import {
  closeRefusedEvent,
  creditPayment,
  type OperatorDecision,
  settleDifferingTopup,
} from '../../usecases/money/operate-payments.ts'
import { findWorkspace } from '../../db/access/workspaces/queries.ts'

export interface PaymentsRequest extends OperatorDecision {
  /** The words after the command, without options. */
  readonly words: readonly string[]
  /** `--payment`; empty where none was given. */
  readonly paymentId: string
}

/** The printed lines, and whether the command was done. */
export interface PaymentsAnswer {
  readonly lines: readonly string[]
  readonly done: boolean
}

const USAGE = [
  'npm run payments -- refused                                              events of Stripe that were refused',
  'npm run payments -- close <event> --reason "…"                           the event was handled by hand',
  'npm run payments -- amount-differs                                       paid amounts that differ from the requested ones',
  'npm run payments -- settle <topup> credit <amount> --reason "…"          what was paid counts',
  'npm run payments -- settle <topup> close --reason "…"                    it was given back at Stripe',
  'npm run payments -- bounces                                              credits for bounces that wait for a decision',
  'npm run payments -- bounce <run> credit|refuse --reason "…"              the credit is given, or not',
  'npm run payments -- credit <workspace> <amount> --payment pi_… --reason "…"   a live payment that is unknown here',
]

const answered = (...lines: string[]): PaymentsAnswer => ({ lines, done: true })
const refused = (...lines: string[]): PaymentsAnswer => ({ lines, done: false })

type Command = (db: Database, request: PaymentsRequest) => Promise<PaymentsAnswer>

const COMMANDS: Readonly<
  Record<string, { readonly words: readonly number[]; readonly changes: boolean; readonly run: Command }>
> = {
  refused: { words: [1], changes: false, run: showRefused },
  close: { words: [2], changes: true, run: close },
  'amount-differs': { words: [1], changes: false, run: showDiffering },
  settle: { words: [3, 4], changes: true, run: settle },
  credit: { words: [3], changes: true, run: credit },
  bounces: { words: [1], changes: false, run: showHeldCredits },
  bounce: { words: [3], changes: true, run: decideBounce },
}

/** The command behind `npm run payments`. */
export async function runPayments(db: Database, request: PaymentsRequest): Promise<PaymentsAnswer> {
  const command = COMMANDS[request.words[0] ?? '']
  if (command === undefined || !command.words.includes(request.words.length)) return refused(...USAGE)
  if (command.changes && request.reason === '') return refused('State why: --reason "…". It is kept in the audit.')
  return command.run(db, request)
}

async function showRefused(db: Database): Promise<PaymentsAnswer> {
  const events = await listRefusedEvents(db)
  return answered(
    ...events.map(({ id, type, receivedAt, detail }) => `${receivedAt.toISOString()}  ${id}  ${type}  ${detail}`),
    `${events.length} refused`,
  )
}

async function showDiffering(db: Database): Promise<PaymentsAnswer> {
  const topups = await listDifferingTopups(db)
  return answered(
    ...topups.map(
      ({ id, workspaceId, environment, amount, paymentId, explanation }) =>
        `${id}  ${workspaceId} ${environment}  requested ${formatUsd(amount)}  ${paymentId ?? 'no payment'}  ${explanation}`,
    ),
    `${topups.length} of which something else was paid`,
  )
}

async function close(db: Database, { words: [, eventId = ''], ...operator }: PaymentsRequest): Promise<PaymentsAnswer> {
  const closed = await closeRefusedEvent(db, eventId, operator)
  if (closed === null) return refused(`No event ${eventId} was refused.`)
  return answered(closed === 'done' ? `${eventId} was closed before; nothing was changed.` : `${eventId} is closed.`)
}

async function settle(
  db: Database,
  { words: [, topupId = '', verb, amount], ...operator }: PaymentsRequest,
): Promise<PaymentsAnswer> {
  const decision = decisionOf(verb, amount)
  if (decision === null) return refused(...USAGE)
  const answer = await settleDifferingTopup(db, topupId, { ...operator, decision })
  if (answer === null) return refused(`There is no top-up ${topupId}.`)
  if (answer.kind === 'refused') return refused(answer.reason)
  if (answer.kind === 'done') return answered(`${topupId} was decided like this before; nothing was changed.`)
  return answered(
    decision.kind === 'credit'
      ? `${topupId} is paid: ${formatUsd(decision.amount)} USD are in the wallet.`
      : `${topupId} is closed: nothing was credited. Give the payment back at Stripe.`,
  )
}

function decisionOf(verb: string | undefined, amount: string | undefined): DifferingDecision | null {
  if (verb === 'close' && amount === undefined) return { kind: 'close' }
  const credited = amountOf(amount ?? '')
  return verb === 'credit' && credited !== null ? { kind: 'credit', amount: credited } : null
}

async function showHeldCredits(db: Database): Promise<PaymentsAnswer> {
  const held = await listHeldCredits(db)
  return answered(
    ...held.map(
      ({ runId, workspaceId, amount, domain, held: bound, createdAt }) =>
        `${createdAt.toISOString()}  ${runId}  ${workspaceId}  ${formatUsd(amount)}  ${domain ?? 'public mail'}  ${bound}`,
    ),
    `${held.length} to decide`,
  )
}

async function decideBounce(
  db: Database,
  { words: [, runId = '', verb], ...operator }: PaymentsRequest,
): Promise<PaymentsAnswer> {
  if (verb !== 'credit' && verb !== 'refuse') return refused(...USAGE)
  const decided = await decideHeldCredit(db, runId, { ...operator, give: verb === 'credit' })
  if (decided === null) return refused(`No credit of ${runId} waits for a decision.`)
  const amount = formatUsd(decided.amount)
  return answered(verb === 'credit' ? `${runId} got ${amount} USD back.` : `${runId} gets nothing back.`)
}

const amountOf = (text: string): Microdollars | null => (new RegExp(USD_PATTERN).test(text) ? parseUsd(text) : null)

/** The form of Stripe's payment ids. */
const PAYMENT_ID = /^pi_\w{1,250}$/

async function credit(
  db: Database,
  { words: [, name = '', text = ''], paymentId, ...operator }: PaymentsRequest,
): Promise<PaymentsAnswer> {
  const amount = amountOf(text)
  if (!PAYMENT_ID.test(paymentId) || amount === null || amount <= 0n || amount > TOPUP_MAX || !isInCents(amount))
    return refused(...USAGE)
  const workspace = await findWorkspace(db, name)
  if (workspace === null) return refused(`There is no single workspace with the id or name ${name}.`)
  const { topupId, before } = await creditPayment(db, {
    ...operator,
    paymentId,
    workspaceId: workspace.id,
    environment: 'live',
    amount,
  })
  return answered(
    before
      ? `${paymentId} is the payment of ${topupId}; nothing was changed.`
      : `${paymentId} is credited as ${topupId}: ${formatUsd(amount)} USD are in the live wallet of ${workspace.name}.`,
  )
}
