import type { Metadata } from '../../domain/runs/metadata.ts'
import type { RunSearch } from '../../domain/runs/search.ts'
import type { Environment, RunStatus } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { readRunsAbout } from './history/about.ts'
import { generatedStatement } from '../statement.ts'
import { type StoredRun, RUN_COLUMNS } from './read.ts'
import { IS_OPEN } from '../open-run.ts'
import { WAITS_FOR } from './under-way.ts'

export interface RunFilter {
  readonly workspaceId: string
  readonly environment: Environment
  readonly status: RunStatus | null
  readonly capability: string | null
  /** The provider that served the run or, while the run is open, the one that it waits for. */
  readonly provider: string | null
  readonly endpoint: string | null
  readonly apiKeyId: string | null
  readonly search: RunSearch | null
  /** Every pair is a pair of the run's metadata. */
  readonly metadata: Metadata | null
  /** Only runs with this id or a later one. */
  readonly first: string | null
  /** Only runs older than this id. */
  readonly end: string | null
  /** The same, for the next page. */
  readonly before: string | null
  readonly limit: number
}

/**
 * The condition that each filter adds; the statement contains only the requested ones. A rare value needs its own index
 * and a common one the newest rows, so one plan for all values would read a million rows for some of them.
 */
const FILTERS = [
  ['status', 'r.status ='],
  ['capability', 'r.capability ='],
  ['endpoint', 'r.endpoint ='],
  ['apiKeyId', 'r.api_key_id ='],
  ['first', 'r.id >='],
  ['end', 'r.id <'],
  ['before', 'r.id <'],
] as const

/** The most open runs of a workspace, newest first, whose awaited provider one list derives: that takes about 60 ms. */
const OPEN_WALKED_MAX = 10_000
/** The most runs, newest first, whose texts one list searches: that takes about 100 ms. */
const TEXTS_SEARCHED_MAX = 5_000

/** Conditions of a statement that is generated, with their values by position. */
class Conditions {
  readonly values: unknown[] = []
  readonly texts: string[] = []
  /** What `run r` is joined with. */
  readonly joined: string[] = []
  /** What the name of the statement is made of. */
  readonly used: string[] = []

  /** Returns the position of a value. */
  value(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  add(name: string, condition: string): void {
    this.used.push(name)
    this.texts.push(condition)
  }
}

export const LIST_RUNS = (name: string, text: string) =>
  generatedStatement<StoredRun>({ name, text, effect: false, plannedEachTime: true })

/** Runs without their results, newest first (Spec 4.4). A search for a subject is one round trip more. */
export async function listRuns(db: Queries, filter: RunFilter): Promise<StoredRun[]> {
  const given = new Conditions()
  given.texts.push(
    `r.workspace_id = ${given.value(filter.workspaceId)} and r.environment = ${given.value(filter.environment)}`,
  )
  const limit = given.value(filter.limit)
  for (const [member, comparison] of FILTERS)
    if (filter[member] !== null) given.add(member, `${comparison} ${given.value(filter[member])}`)
  if (filter.search?.kind === 'id') given.add('id', `r.id = ${given.value(filter.search.id)}`)
  joinMetadata(given, filter.metadata ?? {})
  const fits: Fitted = { from: ['run r', ...given.joined].join(' '), where: given.texts.join(' and ') }
  const provider = filter.provider === null ? null : given.value(filter.provider)
  if (provider !== null) given.used.push('provider')
  const fitting: Fitting = (most) => (provider === null ? newest(fits, most) : atProvider({ fits, provider, most }))
  const found = filter.search?.kind === 'text' ? await searched(db, filter, { search: filter.search, given }) : null
  const within = found?.({ fitting, fits, provider }) ?? (provider === null ? null : `r.id in (${fitting(limit)})`)
  const { from, where } = within === null ? fits : { from: 'run r', where: within }
  return db.query(
    LIST_RUNS(
      ['list_runs', ...given.used].join('_'),
      `select ${RUN_COLUMNS}, null::json as output, null::json as payload, null::jsonb as removed,
        false as "hasPayload", null::json as raw from ${from} where ${where} order by r.id desc limit ${limit}`,
    ),
    given.values,
  )
}

/** The runs that fit, as SQL. */
interface Fitted {
  readonly from: string
  readonly where: string
}

/** The ids of the newest runs that fit, at most `most`, which is SQL. */
type Fitting = (most: string) => string

const newest = ({ from, where }: Fitted, most: string): string =>
  `select r.id from ${from} where ${where} order by r.id desc limit ${most}`

/**
 * The index of a pair has its runs in the order of the list. The bounds of the list are repeated for it, because the
 * planner derives no comparisons from the equality of two ids.
 */
function joinMetadata(given: Conditions, metadata: Metadata): void {
  const bounds = given.texts.filter((text) => /^r\.id [<>]/.test(text))
  for (const [index, [key, value]] of Object.entries(metadata).entries()) {
    const pair = `m${index}`
    given.used.push('metadata')
    given.joined.push(`join run_metadata ${pair} on ${pair}.run_id = r.id and ${pair}.workspace_id = $1
      and ${pair}.environment = $2 and ${pair}.key = ${given.value(key)} and ${pair}.value = ${given.value(value)}`)
    given.texts.push(...bounds.map((bound) => bound.replace('r.id', `${pair}.run_id`)))
  }
}

/**
 * The newest ids at a provider. The provider that served a run is stored when the run ends and has an index. The
 * provider that an open run waits for is not stored, so the open runs are walked by the index of their status.
 */
const atProvider = ({ fits, provider, most }: { fits: Fitted; provider: string; most: string }): string => `
  (${newest({ ...fits, where: `${fits.where} and r.provider = ${provider}` }, most)})
  union all
  (select r.id from (select r.id, r.last_attempt, r.plan, r.raw_request, r.routing from ${fits.from} where ${fits.where}
    and ${IS_OPEN} order by r.id desc limit ${OPEN_WALKED_MAX}) r
    left join attempt a on a.run_id = r.id and a.number = r.last_attempt
    where ${WAITS_FOR} = ${provider} order by r.id desc limit ${most})`

/**
 * The condition of a search: runs about the subject that the text names, and runs of which a text holds it. Only ended
 * runs have subjects, so their provider is the one that served them.
 */
async function searched(
  db: Queries,
  scope: Pick<RunFilter, 'workspaceId' | 'environment'>,
  { search, given }: { readonly search: Extract<RunSearch, { kind: 'text' }>; readonly given: Conditions },
): Promise<(of: { fitting: Fitting; fits: Fitted; provider: string | null }) => string> {
  const about = search.subject === null ? [] : await readRunsAbout(db, scope, search.subject)
  const [ids, text, pattern, inJson] = [about, search.text, search.pattern, search.patternInJson].map((value) =>
    given.value(value),
  )
  given.used.push('text')
  return ({ fitting, fits, provider }) => `r.id in (
    select r.id from (select r.id, r.request_id, r.capability, r.endpoint, r.error, r.input
      from ${provider === null ? fits.from : 'run r'}
      where ${provider === null ? fits.where : `r.id in (${fitting(String(TEXTS_SEARCHED_MAX))})`}
      order by r.id desc limit ${TEXTS_SEARCHED_MAX}) r
    where r.request_id = ${text} or r.capability ilike ${pattern} or r.endpoint ilike ${pattern}
      or r.error ->> 'code' = ${text} or r.error ->> 'message' ilike ${pattern} or r.input::text ilike ${inJson}
      or exists (select from attempt a where a.run_id = r.id
        and (a.provider ilike ${pattern} or a.detail ilike ${pattern}))
    union all
    select r.id from ${fits.from} where r.id = any (${ids}) and ${fits.where}
      and ${provider === null ? 'true' : `r.provider = ${provider}`})`
}
