import type { Database } from '../../db/database.ts'
import { closeIndeterminateRuns } from '../../usecases/runs/close-indeterminate.ts'
import { findService, type IndeterminateRun, readIndeterminateRuns } from '../../db/runs/indeterminate.ts'

export interface RestoredRequest {
  readonly words: readonly string[]
  readonly actor: string
  readonly reason: string
}

export interface RestoredAnswer {
  readonly lines: readonly string[]
  readonly done: boolean
}

const USAGE = 'npm run restored -- review | close --reason "…"'
const refused = (line: string): RestoredAnswer => ({ lines: [line], done: false })

/** The command behind `npm run restored`, for a database that no part of the service is connected to. */
export async function runRestored(db: Database, { words, actor, reason }: RestoredRequest): Promise<RestoredAnswer> {
  const [verb] = words
  if (words.length !== 1 || (verb !== 'review' && verb !== 'close')) return refused(USAGE)
  const connected = await findService(db)
  if (connected.length > 0)
    return refused(
      `The service is running on this database (${connected.join(', ')}): stop it first, it may be doing this very moment what is looked for.`,
    )
  if (verb === 'review') {
    const runs = await readIndeterminateRuns(db)
    return { lines: [...runs.map(lineOf), `${runs.length} may have been made already`], done: true }
  }
  if (reason === '') return refused('State why: --reason "…". It is kept in the audit.')
  const { runs, topups, sessions } = await closeIndeterminateRuns(db, { actor, reason })
  return {
    lines: [
      ...runs.map(lineOf),
      `${runs.length} are not made again, ${topups} wallets fill themselves again tomorrow, ${sessions} sessions have ended`,
    ],
    done: true,
  }
}

const lineOf = ({ id, workspaceId, environment, target, status, next }: IndeterminateRun): string =>
  `${id}  ${status}  ${target}  ${workspaceId} ${environment}  ${next === null ? 'no plan' : `next: ${next}`}`
