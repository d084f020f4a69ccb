import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { UsageGrouping } from '../../../domain/runs/metadata.ts'
import { USAGE_GROUPS_MAX, type UsageGroup, type UsageLine } from '../../../db/runs/usage/usage.ts'

interface Lines {
  readonly all: UsageLine | undefined
  readonly byDay: readonly Named[]
  readonly by: (group: UsageGroup) => readonly UsageLine[]
}

/** A group; without a line it has no runs. */
interface Named {
  readonly name: string | null
  readonly line: UsageLine | undefined
}

const GROUP_OF = { capability: 'capability', provider: 'provider', api_key: 'key' } as const

/** The first groups, at most `most`, and what all others have of the total. */
export function groupsOf(grouping: UsageGrouping, { all, byDay, by }: Lines, most = USAGE_GROUPS_MAX) {
  const named = (group: UsageGroup): Named[] => by(group).map((line) => ({ name: line.name, line }))
  const groups =
    'metadataKey' in grouping ? named('metadata') : grouping.column === 'day' ? byDay : named(GROUP_OF[grouping.column])
  const shown = groups.slice(0, most)
  const rest = (of: 'runs' | 'succeeded' | 'missed' | 'charged'): bigint =>
    shown.reduce((left, { line }) => left - (line?.[of] ?? 0n), all?.[of] ?? 0n)
  return {
    items: shown.map(({ name, line }) => ({ group: name, ...countsOf(line) })),
    rest:
      rest('runs') === 0n
        ? null
        : {
            runs: Number(rest('runs')),
            succeeded: Number(rest('succeeded')),
            no_match: Number(rest('missed')),
            charged: formatUsd(rest('charged')),
          },
  }
}

export const countsOf = (line: UsageLine | undefined) => ({
  runs: Number(line?.runs ?? 0n),
  succeeded: Number(line?.succeeded ?? 0n),
  no_match: Number(line?.missed ?? 0n),
  charged: formatUsd(line?.charged ?? 0n),
  latency_ms_p50: line?.latencyMsP50 ?? null,
  latency_ms_p95: line?.latencyMsP95 ?? null,
})
