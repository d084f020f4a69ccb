import type { ClientRequest, Evidence, StoredRow, StoredRun } from '../evidence.ts'
import { addressOf } from '../load/operations.ts'
import {
  changeFirst,
  groupedBy,
  type Invariant,
  judgeEach,
  repeatFirst,
  withStored,
  withoutFirst,
} from './invariant.ts'

const runsById = ({ stored }: Evidence): ReadonlyMap<string, StoredRun> =>
  new Map(stored.runs.map((run) => [run.id, run]))

const named = ({ requests }: Evidence): string[] => [...new Set(requests.flatMap(({ runId }) => runId ?? []))]

/** A request for a run under a key. */
const keyed = ({ requests }: Evidence): ClientRequest[] =>
  requests.filter(({ what, key }) => what === 'create' && key !== null)

const keyOf = ({
  workspaceId,
  environment,
  key,
}: {
  readonly workspaceId: string
  readonly environment: string
  readonly key: string | null
}): string | null => (key === null ? null : `${workspaceId} ${environment} ${key}`)

const rowName = ({ workspaceId, environment, key }: Pick<StoredRow, 'workspaceId' | 'environment' | 'key'>): string =>
  `${workspaceId} ${environment} ${key}`

const isAccepted = ({ what, status, runId }: ClientRequest): boolean =>
  what === 'create' && (status === 200 || status === 202) && runId !== null

const someEnd = (status: string): string => (status === 'failed' ? 'succeeded' : 'failed')

export const RUNS: readonly Invariant[] = [
  {
    promise: 'every run that was answered 200 or 202 is in the database',
    judge(evidence) {
      const runs = runsById(evidence)
      return judgeEach([...new Set(evidence.requests.filter(isAccepted).flatMap(({ runId }) => runId ?? []))], (id) =>
        runs.has(id) ? null : `${id} is not there`,
      )
    },
    falsify(evidence) {
      const requests = changeFirst(evidence.requests, isAccepted, (request) => ({
        ...request,
        runId: 'run_00000000000000000000000000',
      }))
      return requests && { ...evidence, requests }
    },
  },
  {
    promise: 'every run that was named to a client has ended',
    judge(evidence) {
      const runs = runsById(evidence)
      return judgeEach(named(evidence), (id) =>
        runs.get(id)?.ended === true ? null : `${id} is ${runs.get(id)?.status ?? 'not there'}`,
      )
    },
    falsify: (evidence) => unended(evidence, new Set(named(evidence))),
  },
  {
    promise: 'every run of the workspaces has ended, also those whose answer was lost',
    judge: ({ stored }) => judgeEach(stored.runs, ({ id, status, ended }) => (ended ? null : `${id} is ${status}`)),
    falsify: (evidence) => unended(evidence, null),
  },
  {
    promise: 'an end that a client saw is the end that stays',
    judge(evidence) {
      const runs = runsById(evidence)
      return judgeEach(
        evidence.requests.filter(({ done }) => done),
        ({ runId, runStatus }) => {
          const standing = runs.get(runId ?? '')?.status ?? null
          return standing === runStatus ? null : `${runId} was ${runStatus} and is ${standing}`
        },
      )
    },
    falsify(evidence) {
      const seen = new Set(evidence.requests.flatMap(({ done, runId }) => (done ? (runId ?? []) : [])))
      const runs = changeFirst(
        evidence.stored.runs,
        ({ id }) => seen.has(id),
        (run) => ({ ...run, status: someEnd(run.status) }),
      )
      return runs && withStored(evidence, { runs })
    },
  },
  {
    promise: 'all answers of one idempotency key name one run',
    judge(evidence) {
      const repeated = [...groupedBy(keyed(evidence), keyOf)].filter(([, requests]) => requests.length > 1)
      return judgeEach(
        repeated,
        ([key, requests]) => {
          const ids = new Set(requests.flatMap(({ runId }) => runId ?? []))
          return ids.size <= 1 ? null : `${key} names ${[...ids].join(' and ')}`
        },
        'keys sent more than once',
      )
    },
    falsify(evidence) {
      const requests = repeatFirst(
        evidence.requests,
        ({ what, key, runId }) => what === 'create' && key !== null && runId !== null,
        (request) => ({ ...request, runId: 'run_of_another' }),
      )
      return requests && { ...evidence, requests }
    },
  },
  {
    promise: 'one run per key in the database',
    judge: ({ stored }) =>
      judgeEach([...groupedBy(stored.runs, keyOf)], ([key, runs]) =>
        runs.length === 1 ? null : `${key} has ${runs.length} runs`,
      ),
    falsify: (evidence) => twice(evidence),
  },
  {
    promise: 'one run per marker: a keyed request that was repeated made no second run',
    judge: ({ stored }) =>
      judgeEach([...groupedBy(stored.runs, ({ marker, key }) => (key === null ? null : marker))], ([marker, runs]) =>
        runs.length === 1 ? null : `${marker} has ${runs.length} runs`,
      ),
    falsify: (evidence) => twice(evidence),
  },
  {
    promise: 'a repeated request is answered as a replay',
    judge(evidence) {
      const later = [...groupedBy(keyed(evidence), keyOf).values()].flatMap((requests) => {
        const known = requests.find(isAccepted)
        // Only what was sent after an answer had named the run is certain to be a repetition.
        return known === undefined
          ? []
          : requests.filter((request) => isAccepted(request) && request.at > known.at + known.ms)
      })
      return judgeEach(later, ({ replay, marker }) => (replay ? null : `${marker} was not answered as a replay`))
    },
    falsify(evidence) {
      const requests = repeatFirst(
        evidence.requests,
        (request) => isAccepted(request) && request.key !== null,
        (request) => ({ ...request, at: request.at + request.ms + 1, replay: false }),
      )
      return requests && { ...evidence, requests }
    },
  },
  {
    promise: 'no answer is a 500, and every 503 and 429 has a time to try again',
    judge: ({ requests }) =>
      judgeEach(
        requests.filter(({ status }) => status !== 0),
        ({ status, retryAfter, marker, what }) =>
          status === 500 || ((status === 503 || status === 429) && !retryAfter)
            ? `${what} ${marker}: ${status}${status === 500 ? '' : ' without Retry-After'}`
            : null,
      ),
    falsify(evidence) {
      const requests = changeFirst(
        evidence.requests,
        ({ status }) => status !== 0,
        (request) => ({ ...request, status: 500 }),
      )
      return requests && { ...evidence, requests }
    },
  },
  {
    promise: 'every row whose write was answered 200 is in its table, once',
    judge({ requests, stored }) {
      const rows = groupedBy(stored.rows, rowName)
      const written = requests.filter(({ what, status }) => what === 'write' && status === 200)
      return judgeEach(written, (request) => {
        const count = rows.get(rowName({ ...request, key: addressOf(request.marker) }))?.length ?? 0
        return count === 1 ? null : `${addressOf(request.marker)} is there ${count} times`
      })
    },
    falsify(evidence) {
      const written = new Set(
        evidence.requests.flatMap(({ what, status, marker }) =>
          what === 'write' && status === 200 ? [addressOf(marker)] : [],
        ),
      )
      const rows = withoutFirst(evidence.stored.rows, ({ key }) => written.has(key))
      return rows && withStored(evidence, { rows })
    },
  },
  {
    promise: 'the row of each recorded run is written with it',
    judge({ stored }) {
      const rows = new Map(stored.rows.map((row) => [rowName(row), row]))
      const recorded = stored.runs.filter(({ recorded: writes, status }) => writes && status === 'succeeded')
      return judgeEach(recorded, ({ id, workspaceId, environment, marker }) =>
        rows.get(rowName({ workspaceId, environment, key: addressOf(marker ?? '') }))?.status === 'found'
          ? null
          : `${id} has no row of ${marker} with the status that it sets`,
      )
    },
    falsify(evidence) {
      const keys = new Set(
        evidence.stored.runs.flatMap(({ recorded, status, marker }) =>
          recorded && status === 'succeeded' ? [addressOf(marker ?? '')] : [],
        ),
      )
      const rows = withoutFirst(evidence.stored.rows, ({ key }) => keys.has(key))
      return rows && withStored(evidence, { rows })
    },
  },
]

function unended(evidence: Evidence, among: ReadonlySet<string> | null): Evidence | null {
  const runs = changeFirst(
    evidence.stored.runs,
    ({ id }) => among?.has(id) ?? true,
    (run) => ({ ...run, status: 'running', ended: false, finishedAt: null }),
  )
  return runs && withStored(evidence, { runs })
}

function twice(evidence: Evidence): Evidence | null {
  const runs = repeatFirst(
    evidence.stored.runs,
    ({ key, marker }) => key !== null && marker !== null,
    (run) => ({ ...run, id: `${run.id}_again` }),
  )
  return runs && withStored(evidence, { runs })
}
