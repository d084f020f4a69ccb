import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { namesOf, PATHS } from '../replay/paths.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { findContact, runClient } from '../support/run-client.ts'
import type { TestService } from '../support/service.ts'
import { SEVERAL } from '../support/live-providers.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { figuresOf } from '../support/workflow-figures.ts'

let stage: Stage
let service: TestService
let statements: string[] = []
beforeAll(async () => {
  // Offers are read once and then shared for a while, as in production.
  stage = await startStage({
    providers: SEVERAL,
    recordsAgeMsMax: 600_000,
    finalBillDelayMs: 700,
    onQuery: (name) => {
      statements.push(name)
    },
  })
  service = stage.service
  await runClient(service.url, service.workspace.keys.test).run(findContact())
})
afterAll(() => stage.stop())

interface Figures {
  readonly workflowTasks: number
  readonly events: number
  readonly bytes: number
}

/** The Temporal cost of one run, counted from its own history. */
async function costOf(path: string): Promise<Figures> {
  const { workflowId: runId } = namesOf((await PATHS[path]?.(stage)) ?? '')
  const handle = service.client.workflow.getHandle(runId)
  await handle.result()
  const { historySize } = await handle.describe()
  const { workflowTasks, events } = await figuresOf(service.client, runId)
  return { workflowTasks, events, bytes: historySize ?? Number.NaN }
}

/** The performance budget: counted from a run's required steps, so these figures have no noise. */
describe('the Temporal cost of a run', () => {
  it.each<[string, Figures]>([
    // The first quick attempt is part of the reservation, and its outcome settles.
    ['succeeded-quick', { workflowTasks: 1, events: 7, bytes: 4_096 }],
    ['no-match-billed', { workflowTasks: 1, events: 7, bytes: 4_096 }],
    ['sent', { workflowTasks: 1, events: 9, bytes: 4_096 }],
    // A wait for a slot is a timer, a signal and one task more.
    ['sent-after-it-waited-for-a-slot', { workflowTasks: 2, events: 17, bytes: 6_144 }],
    // Each further quick attempt is one marker more.
    ['succeeded-after-fallback', { workflowTasks: 1, events: 8, bytes: 4_096 }],
    ['succeeded-slow', { workflowTasks: 2, events: 15, bytes: 6_144 }],
    ['raw-succeeded', { workflowTasks: 1, events: 7, bytes: 4_096 }],
    ['recorded-in-a-row', { workflowTasks: 1, events: 8, bytes: 4_096 }],
    // No provider is called and there is no settlement: the reservation ends the run.
    ['answered-by-a-saved-row', { workflowTasks: 1, events: 7, bytes: 4_096 }],
    ['blocked-suppressed', { workflowTasks: 1, events: 7, bytes: 4_096 }],
    ['blocked-repeat-touch', { workflowTasks: 1, events: 7, bytes: 4_096 }],
    ['actor-final-bill', { workflowTasks: 3, events: 22, bytes: 8_192 }],
    // Each further reading of the bill is one task and six events more.
    ['actor-final-bill-read-twice', { workflowTasks: 4, events: 28, bytes: 8_192 }],
  ])(
    '%s stays within its budget',
    async (path, budget) => {
      const figures = await costOf(path)
      expect(figures.workflowTasks).toBeLessThanOrEqual(budget.workflowTasks)
      expect(figures.events).toBeLessThanOrEqual(budget.events)
      expect(figures.bytes).toBeLessThanOrEqual(budget.bytes)
    },
    300_000,
  )
})

describe('the database cost of a run', () => {
  /** Authentication, the rate limit and the worker's rounds are not part of the run. */
  const ofTheRun = () =>
    statements.filter(
      (name) =>
        ![
          'find_api_key',
          'mark_api_keys_used',
          'claim_overdue_runs',
          'read_ended_runs',
          'fold_health',
          'read_unreported_streams',
          'claim_overdue_deliveries',
          'read_endpoints_to_disable',
          'claim_overdue_inbound',
        ].includes(name),
    )

  it('a quick run makes five round trips, each one transaction', async () => {
    statements = []
    await runClient(service.url, service.workspace.keys.test).run(findContact())
    expect(ofTheRun().toSorted()).toEqual([
      'insert_run',
      'read_run',
      'read_run_to_reserve',
      'record_and_settle',
      'reserve_runs',
    ])
  })

  /** Reads of the request only, before there is a run. */
  const ofTheRequest = ['are_tables_on', 'find_table', 'find_rows']

  it('a run that a saved row serves makes four, and one that writes its row twenty at most', async () => {
    const workspace = await buildWorkspace(service.db)
    const client = runClient(service.url, workspace.keys.test)
    await client.call('POST', '/v1/features', { tables: true })
    await client.call('POST', '/v1/tables/people/rows', { rows: [{ email: 'ada@example.org' }] })
    statements = []
    await client.run(findContact('', { record: { table: 'people', key: 'ada@example.org', save: 'all' } }))
    expect(ofTheRun()).toContain('save_enrichment')
    expect(ofTheRun().length).toBeLessThanOrEqual(20)
    statements = []
    await client.run(findContact())
    expect(
      ofTheRun()
        .filter((name) => !ofTheRequest.includes(name))
        .toSorted(),
    ).toEqual(['insert_run', 'read_run', 'read_run_to_reserve', 'settle_run'])
  })

  it('a send takes the slot of its sender in one round trip', async () => {
    statements = []
    const input = { to: 'robin@example.com', subject: 'Hello', text: 'Hello' }
    await runClient(service.url, service.workspace.keys.test).run({ capability: 'email.send', input })
    expect(ofTheRun().toSorted()).toEqual([
      'begin',
      'begin_attempt',
      'claim_send',
      'commit',
      'insert_run',
      'read_able_senders',
      'read_run',
      'read_run_to_reserve',
      'read_sending_inboxes',
      'read_suppressed',
      'read_suppressed',
      'record_outcome',
      'reserve_runs',
      'settle_run',
      'take_sender_slot',
    ])
  })

  it('each further attempt adds two', async () => {
    statements = []
    await runClient(service.url, service.workspace.keys.test).run(findContact('+fallback'))
    expect(ofTheRun()).toHaveLength(7)
  })

  it('a waiting request adds none while it waits', async () => {
    statements = []
    await runClient(service.url, service.workspace.keys.test).run(findContact('+slow-3'))
    expect(ofTheRun()).toHaveLength(7)
  })
})
