import type { Evidence, ProviderCall, StoredRun } from '../evidence.ts'
import { changeFirst, groupedBy, type Invariant, judgeEach, repeatFirst, withStored } from './invariant.ts'

const isSend = ({ what, accepted }: ProviderCall): boolean => what === 'send' && accepted

const sendsByMarker = ({ calls }: Evidence): ReadonlyMap<string, readonly ProviderCall[]> =>
  groupedBy(calls.filter(isSend), ({ marker }) => marker)

/** Runs that write to a person, by the last letter of their marker (see load/operations.ts). */
const SEND = /[eil]$/

const sendRuns = ({ stored }: Evidence): StoredRun[] =>
  stored.runs.filter(({ environment, marker }) => environment === 'live' && SEND.test(marker ?? ''))

export const PROVIDERS: readonly Invariant[] = [
  {
    promise: 'no send reached a provider twice (under one key, or in one request where there are no keys)',
    judge(evidence) {
      const sends = [...sendsByMarker(evidence)]
      const again = sends.filter(([, calls]) => calls.length > 1).length
      return judgeEach(
        sends,
        ([marker, calls]) => {
          const keys = new Set(calls.map(({ provider, key }) => `${provider} ${key}`))
          const once = keys.size === 1 && (calls.length === 1 || calls.every(({ key }) => key !== null))
          return once ? null : `${marker} was sent ${calls.length} times: ${[...keys].join(', ')}`
        },
        `${again} were called again under the same key`,
      )
    },
    falsify(evidence) {
      const calls = repeatFirst(evidence.calls, isSend, (call) => ({
        ...call,
        key: call.key === null ? null : `${call.key}:again`,
      }))
      return calls && { ...evidence, calls }
    },
  },
  {
    promise: 'no actor was started twice for one run',
    judge: ({ actors }) =>
      judgeEach([...groupedBy(actors, ({ marker }) => marker)], ([marker, starts]) =>
        starts.length === 1 ? null : `${marker} was started ${starts.length} times`,
      ),
    falsify(evidence) {
      const actors = repeatFirst(
        evidence.actors,
        () => true,
        (actor) => ({ ...actor, id: `${actor.id}again` }),
      )
      return actors && { ...evidence, actors }
    },
  },
  {
    promise: 'a send that may have gone out is reported as sent or unknown, and what succeeded was sent',
    judge(evidence) {
      const sent = sendsByMarker(evidence)
      const outcomes = groupedBy(evidence.stored.attempts, ({ runId }) => runId)
      const runs = sendRuns(evidence)
      const unknown = runs.filter(({ id }) => outcomes.get(id)?.some(({ outcome }) => outcome === 'unknown'))
      return judgeEach(
        runs,
        ({ id, status, marker }) => {
          const wasSent = sent.has(marker ?? '')
          const isReported =
            outcomes.get(id)?.some(({ outcome }) => outcome === 'succeeded' || outcome === 'unknown') ?? false
          if (status === 'succeeded' && !wasSent) return `${id} has succeeded, and ${marker} was never sent`
          return wasSent && !isReported ? `${id} is ${status}, and ${marker} was sent` : null
        },
        `${unknown.length} unknown, of which ${unknown.filter(({ marker }) => !sent.has(marker ?? '')).length} never reached the provider`,
      )
    },
    falsify(evidence) {
      const sent = sendsByMarker(evidence)
      const succeeded = sendRuns(evidence).find(
        ({ status, marker }) => status === 'succeeded' && sent.has(marker ?? ''),
      )
      return succeeded === undefined
        ? null
        : { ...evidence, calls: evidence.calls.filter(({ marker }) => marker !== succeeded.marker) }
    },
  },
  {
    promise: 'a send whose outcome is unknown is reported as such, and costs nothing',
    judge({ stored }) {
      const runs = new Map(stored.runs.map((run) => [run.id, run]))
      const unknown = stored.attempts.filter(
        ({ runId, outcome }) => outcome === 'unknown' && SEND.test(runs.get(runId)?.marker ?? ''),
      )
      return judgeEach(unknown, ({ runId, detail }) => {
        const { status = 'missing', charged = null } = runs.get(runId) ?? {}
        return status === 'failed' && BigInt(charged ?? '0') === 0n && detail !== null
          ? null
          : `${runId} is ${status} and costs ${charged} (${detail})`
      })
    },
    falsify(evidence) {
      const send = sendRuns(evidence).find(({ charged }) => BigInt(charged ?? '0') > 0n)
      const attempts = changeFirst(
        evidence.stored.attempts,
        ({ runId }) => runId === send?.id,
        (attempt) => ({ ...attempt, outcome: 'unknown' }),
      )
      return attempts && withStored(evidence, { attempts })
    },
  },
  {
    promise: 'each live success has a provider call',
    judge({ stored, calls, actors }) {
      const called = new Set([...calls.filter(({ accepted }) => accepted), ...actors].map(({ marker }) => marker))
      return judgeEach(
        stored.runs.filter(({ environment, status }) => environment === 'live' && status === 'succeeded'),
        ({ id, marker }) =>
          called.has(marker ?? '') ? null : `${id} has succeeded, without a provider call for ${marker}`,
      )
    },
    falsify(evidence) {
      const live = evidence.stored.runs.find(
        ({ environment, status }) => environment === 'live' && status === 'succeeded',
      )
      if (live === undefined) return null
      return {
        ...evidence,
        calls: evidence.calls.filter(({ marker }) => marker !== live.marker),
        actors: evidence.actors.filter(({ marker }) => marker !== live.marker),
      }
    },
  },
]
