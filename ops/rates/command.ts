import type { KnownProviders } from '../../activities/providers/known-providers.ts'
import { findCapability } from '../../domain/capabilities/catalog.ts'
import { PLAN_TERMS } from '../../domain/pricing/plans.ts'
import { negotiatedRateError, isRateTarget } from '../../domain/pricing/negotiated-rate.ts'
import { listAudit, type WrittenAuditLine } from '../../db/access/audit/entries.ts'
import type { Database } from '../../db/database.ts'
import { type RateAnswer, type RateChange, removeRate, setRate } from '../../usecases/money/negotiate-rate.ts'
import { readRates } from '../../db/money/pricing/rates.ts'
import { findWorkspace } from '../../db/access/workspaces/queries.ts'

export interface RatesRequest {
  /** The words after the command, without options. */
  readonly words: readonly string[]
  /** Empty where none was given. */
  readonly reason: string
  readonly actor: string
}

/** The printed lines, and whether the command was done. */
export interface RatesAnswer {
  readonly lines: readonly string[]
  readonly done: boolean
}

const USAGE =
  'npm run rates -- set <workspace> <target> <rate> --reason "…" | remove <workspace> <target> --reason "…" | list <workspace>   (--by <who> names another operator)'

const refused = (...lines: string[]): RatesAnswer => ({ lines, done: false })

/** The command behind `npm run rates`. */
export async function runRates(
  { db, known }: { db: Database; known: KnownProviders },
  { words, reason, actor }: RatesRequest,
): Promise<RatesAnswer> {
  const [verb, name = '', target = '', terms = ''] = words
  const expected = { set: 4, remove: 3, list: 2 }[verb ?? '']
  if (expected === undefined || words.length !== expected) return refused(USAGE)
  const workspace = await findWorkspace(db, name)
  if (workspace === null) return refused(`There is no single workspace with the id or name ${name}.`)
  if (verb === 'list') return { lines: await listed(db, workspace.id), done: true }

  if (reason === '') return refused('State why: --reason "…". It is kept in the audit.')
  const change: RateChange = { workspaceId: workspace.id, target, actor, reason }
  if (verb === 'remove') {
    if (!isRateTarget(target)) return refused(USAGE)
    return linesOf(
      await removeRate(db, change),
      `${workspace.name}: ${target} goes by the plan again`,
      `${workspace.name}: nothing was agreed for ${target}`,
    )
  }
  const fault = negotiatedRateError(target, terms, { findCapability, ...known })
  if (fault !== null) return refused(fault)
  return linesOf(
    await setRate(db, change, terms),
    `${workspace.name}: ${target} costs ${terms}`,
    `${workspace.name}: ${target} costs ${terms} already`,
  )
}

function linesOf(answer: RateAnswer, changed: string, unchanged: string): RatesAnswer {
  switch (answer.kind) {
    case 'changed': {
      const before = answer.before === null ? '' : ` (before: ${answer.before})`
      return { lines: [`${changed}${before}. Runs whose money is reserved keep their price.`], done: true }
    }
    case 'unchanged':
      return { lines: [`${unchanged}; nothing was changed.`], done: true }
    case 'too many':
      return refused(`A workspace has at most ${answer.limit} negotiated rates; remove one first.`)
  }
}

async function listed(db: Database, workspaceId: string): Promise<string[]> {
  const [{ plan, negotiated }, lines] = await Promise.all([readRates(db, workspaceId), listAudit(db, workspaceId)])
  const { title, discountPercent } = PLAN_TERMS[plan]
  const rates = Object.entries(negotiated).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    `${title}: ${discountPercent} % off list prices`,
    ...rates.map(([target, terms]) => `${target}  ${terms}`),
    ...(rates.length === 0 ? ['No negotiated rates.'] : []),
    ...lines.map(lineOf),
  ]
}

const lineOf = ({ at, actor, action, before, after, reason }: WrittenAuditLine): string =>
  `${at.toISOString()}  ${actor}  ${action}  ${JSON.stringify(before)} -> ${JSON.stringify(after)}  ${reason}`
