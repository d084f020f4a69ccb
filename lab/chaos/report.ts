import type { Campaign, PlayedFault } from './campaign.ts'
import type { ClientRequest, StoredRun } from './evidence.ts'
import type { Falsified, Judged } from './judge.ts'

interface Reported {
  readonly seed: number
  readonly campaign: Campaign
  readonly judged: readonly Judged[]
  /** What `--mutate` found; null without it. */
  readonly falsified: readonly Falsified[] | null
}

const VIOLATIONS_SHOWN = 5

/** The entire campaign as a page of Markdown. */
export function reportOf({ seed, campaign, judged, falsified }: Reported): string {
  return [
    `# Chaos, seed ${seed}`,
    '',
    ...countsOf(campaign),
    '',
    '## Invariants',
    '',
    '| invariant | checked | result | note |',
    '|---|---|---|---|',
    ...judged.map(({ promise, checked, violations, note = '' }) =>
      row(promise, checked, violations.length === 0 ? 'holds' : `**${violations.length} violations**`, note),
    ),
    '',
    ...judged.flatMap(({ promise, violations }) =>
      violations.length === 0 ? [] : [`${promise}:`, ...shown(violations), ''],
    ),
    '## Faults',
    '',
    '| # | fault | s | requests | answers | p50 / p95 ms of plain runs begun in it | /readyz | first success after, s | first new run after, s | last run caught in it ended after, s |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...campaign.faults.map((fault, index) =>
      row(index, fault.name, seconds(fault.until - fault.from), ...figuresOf(campaign, fault)),
    ),
    '',
    ...(falsified === null
      ? []
      : ['## Falsified evidence', '', ...falsified.map(({ promise, seen }) => `- ${seen}: ${promise}`), '']),
  ].join('\n')
}

const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`

const shown = (violations: readonly string[]): string[] => [
  ...violations.slice(0, VIOLATIONS_SHOWN).map((violation) => `- ${violation}`),
  ...(violations.length > VIOLATIONS_SHOWN ? [`- and ${violations.length - VIOLATIONS_SHOWN} more`] : []),
]

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

const tally = (names: readonly (string | number)[]): string => {
  const counts = new Map<string | number, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
}

function countsOf({ evidence, faults, skipped }: Campaign): string[] {
  const { stored, requests, calls, actors, messages, received } = evidence
  const inFaults = faults.reduce((sum, { from, until }) => sum + until - from, 0)
  return [
    `- ${faults.length} faults, ${seconds(inFaults)} s of them; ${requests.length} requests; ${skipped} operations left out, because too many customers waited`,
    `- runs: ${stored.runs.length} (${tally(stored.runs.map(({ status }) => status))}); ${stored.attempts.filter(({ executions }) => executions > 1).length} attempts taken over`,
    `- provider simulators: ${calls.length} calls (${tally(calls.map(({ what }) => what))}), ${actors.length} actors started`,
    `- ${messages.length} messages of providers, ${stored.events.length} events, ${stored.deliveries.length} deliveries (${tally(stored.deliveries.map(({ status }) => status))}), ${received.length} webhook requests`,
    `- answers: ${tally(requests.map(answerOf))}; slowest ${Math.max(0, ...requests.map(({ ms }) => ms))} ms`,
  ]
}

const answerOf = ({ status, code }: ClientRequest): string =>
  status === 0 ? `no answer (${code})` : `${status}${code === null ? '' : ` ${code}`}`

function percentile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted.length === 0 ? '–' : String(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))])
}

/** Runs that wait only for one provider or two. */
const isPlain = ({ what, kind, done }: ClientRequest): boolean =>
  what === 'create' && done && ['find', 'fallback', 'record', 'raw'].includes(kind)

function figuresOf({ evidence, probes }: Campaign, { from, until }: PlayedFault): (string | number)[] {
  const within = evidence.requests.filter(({ at }) => at >= from && at < until)
  const plain = within.filter(isPlain).map(({ ms }) => ms)
  return [
    within.length,
    tally(within.map(answerOf)),
    `${percentile(plain, 0.5)} / ${percentile(plain, 0.95)}`,
    tally(probes.filter(({ at }) => at >= from && at < until).map(({ status }) => status)),
    after(
      until,
      evidence.requests.filter(({ status, at, ms }) => status === 200 && at + ms >= until).map(({ at, ms }) => at + ms),
    ),
    after(
      until,
      evidence.requests
        .filter((request) => request.what === 'create' && request.runStatus === 'succeeded' && request.at >= until)
        .map(({ at, ms }) => at + ms),
    ),
    lastCaught(evidence.stored.runs, { from, until }),
  ]
}

const after = (until: number, times: readonly number[]): string =>
  times.length === 0 ? '–' : seconds(Math.min(...times) - until)

/** Runs that were open when the fault was over, by the database's clock, which is this machine's. */
function lastCaught(
  runs: readonly StoredRun[],
  { from, until }: { readonly from: number; readonly until: number },
): string {
  const caught = runs.flatMap(({ createdAt, finishedAt }) =>
    createdAt < until && finishedAt !== null && finishedAt >= from ? [finishedAt] : [],
  )
  return caught.length === 0 ? '–' : seconds(Math.max(0, Math.max(...caught) - until))
}
