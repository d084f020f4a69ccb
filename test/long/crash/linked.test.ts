import { afterAll, describe, expect, it } from '@jest/globals'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { type CrashPlan, crashedRun } from '../../support/crashed-run.ts'
import { findThrough, runActor } from '../../support/live-providers.ts'
import { runClient } from '../../support/run-client.ts'

/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000

afterAll(() => {
  expect(leftovers()).toEqual([])
})

type Row = Readonly<Record<string, unknown>>

/** A table of one row that the run finds, and what it contains in the end. */
function table(): Pick<CrashPlan, 'prepare' | 'afterwards'> & { readonly rows: Row[] } {
  const rows: Row[] = []
  return {
    rows,
    async prepare({ service }) {
      const client = runClient(service.url, service.workspace.keys.live)
      await client.call('POST', '/v1/features', { tables: true })
      await client.call('POST', '/v1/tables/leads/rows', {
        rows: [{ linkedin_url: 'https://www.linkedin.com/in/ada-example', note: 'kept' }],
      })
    },
    async afterwards({ service }) {
      const client = runClient(service.url, service.workspace.keys.live)
      rows.push(...(await client.call<{ items: Row[] }>('POST', '/v1/tables/leads/rows/query', {})).body.items)
    },
  }
}

describe('a worker that dies around the end of a run that writes into a table', () => {
  it.concurrent.each(played(['settle_linked_run:before', 'settle_linked_run:after'] as const))(
    '%s: the row is written once, with the charge',
    async (at) => {
      const { rows, ...stages } = table()
      const ended = await crashedRun({
        ...stages,
        crashes: [at],
        environment: 'live',
        request: findThrough('hunter', {
          record: {
            table: 'leads',
            key: 'https://www.linkedin.com/in/ada-example',
            save: { email: 'email' },
            set: { status: 'found' },
          },
        }),
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', table: { name: 'leads', updated: 1, saved: ['email'] } },
        closedAs: 'succeeded',
        transfers: ['hold', 'charge'],
        held: 0n,
        drifts: [],
      })
      expect(rows).toEqual([
        expect.objectContaining({ status: 'found', note: 'kept', email: ended.run.result?.['email'] }),
      ])
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(['settle_linked_run:before', 'settle_linked_run:after'] as const))(
    '%s: what an actor has found lands once, before its bill',
    async (at) => {
      const { rows, ...stages } = table()
      const ended = await crashedRun({
        ...stages,
        crashes: [at],
        environment: 'live',
        credit: '5.00',
        request: runActor({ into: { table: 'leads', status: 'new' } }),
        async prepare(stage) {
          await stage.providers.happen('apify', 'runs_behave', {
            items: [{ email: 'one@example.com' }, { email: 'two@example.com' }, { email: 'One@example.com' }],
            cost: 0.01,
          })
          await stages.prepare?.(stage)
        },
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', table: { name: 'leads', inserted: 2 } },
        closedAs: 'succeeded',
        held: 0n,
        drifts: [],
        started: 1,
      })
      expect(rows.map((row) => row['key']).toSorted()).toEqual([
        'https://www.linkedin.com/in/ada-example',
        'one@example.com',
        'two@example.com',
      ])
    },
    TIMEOUT_MS,
  )
})
