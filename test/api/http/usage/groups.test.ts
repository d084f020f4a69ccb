import { expect, it } from '@jest/globals'
import { groupsOf } from '../../../../api/http/usage/groups.ts'
import type { UsageGroup, UsageLine } from '../../../../db/runs/usage/usage.ts'

const line = (by: UsageGroup, name: string | null, [runs, charged]: readonly [bigint, bigint]): UsageLine => ({
  by,
  name,
  runs,
  succeeded: runs,
  missed: 0n,
  latencyMsP50: null,
  latencyMsP95: null,
  charged,
})

it('groups after the first ones are one sum, which is exactly what the total has more', () => {
  const groups = [
    line('metadata', 'a', [2n, 3_000_001n]),
    line('metadata', null, [1n, 5n]),
    line('metadata', 'c', [1n, 1n]),
  ]
  const all = line('all', null, [5n, 3_000_008n])
  const lines = { all, byDay: [], by: () => groups }
  const { items, rest } = groupsOf({ metadataKey: 'customer' }, lines, 2)
  expect(items.map(({ group, charged }) => [group, charged])).toEqual([
    ['a', '3.000001'],
    [null, '0.000005'],
  ])
  expect(rest).toEqual({ runs: 2, succeeded: 2, no_match: 0, charged: '0.000002' })
})
