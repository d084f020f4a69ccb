import { describe, expect, it } from '@jest/globals'
import { createStartGate, type GateOptions, type RunToAdmit } from '../../../workflows/starters/start-gate.ts'
import { until } from '../../support/until.ts'

const rows: GateOptions['rows'] = {
  readStarted: async () => [],
  postpone: async () => undefined,
  releaseToSweeper: async () => undefined,
}
const run = (id: string): RunToAdmit => ({ id, workspaceId: 'ws_1', environment: 'live' })

/** A gate with one permit, the runs that it has started, and how often it has logged that the database is away. */
function gateOf(options: Partial<GateOptions> = {}) {
  const started: string[] = []
  let failures = 0
  const gate = createStartGate({
    permits: 1,
    rows,
    onFailed: () => {
      failures += 1
    },
    ...options,
  })
  return {
    gate,
    started,
    failures: () => failures,
    admit: (id: string) =>
      gate.admit(run(id), async () => {
        started.push(id)
      }),
  }
}

describe('a run at the start gate', () => {
  it('is not started twice while its start is under way', async () => {
    const { admit, started } = gateOf()
    await admit('run_1')
    await admit('run_1')
    expect(started).toEqual(['run_1'])
  })

  it('is started again once its start can no longer be under way: its workflow may have been lost', async () => {
    const { admit, started } = gateOf({ freshMsMax: 0 })
    await admit('run_1')
    await admit('run_1')
    expect(started).toEqual(['run_1', 'run_1'])
  })

  it('gets the permit of one that is never started', async () => {
    const { admit, started } = gateOf({ freshMsMax: 50 })
    await admit('run_1')
    await admit('run_2')
    expect(started).toEqual(['run_1', 'run_2'])
  })

  it('waits while the database is away, which is logged once, and starts when it has a permit', async () => {
    let looks = 0
    const { admit, started, failures, gate } = gateOf({
      rows: {
        ...rows,
        readStarted: async () => {
          looks += 1
          throw new Error('the database is away')
        },
      },
    })
    await admit('run_1')
    const waiting = admit('run_2')
    await until(
      async () => looks,
      (count) => count > 1,
    )
    expect([failures(), started]).toEqual([1, ['run_1']])
    gate.ended(['run_1'])
    await waiting
    expect(started).toEqual(['run_1', 'run_2'])
  })
})
