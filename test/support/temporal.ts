import { Connection } from '@temporalio/client'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { captureTemporalLog } from './temporal-log.ts'
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts'
import type { TemporalSettings } from '../../domain/settings/connections.ts'
import { connectionOptions } from '../../workflows/starters/connection-options.ts'

// INDEXED_VALUE_TYPE_KEYWORD of Temporal's API.
const KEYWORD = 2

export type TestTemporal = { address: string; namespace: string }

/** The Temporal server that all test files of a run share: use task queues and workflow ids of your own. */
export function testTemporal(): TestTemporal {
  const address = process.env['TEST_TEMPORAL_ADDRESS']
  if (!address) throw new Error('TEST_TEMPORAL_ADDRESS is not set. Run the tests with "npm test".')
  return { address, namespace: process.env['TEST_TEMPORAL_NAMESPACE'] ?? 'default' }
}

/** A busy machine connects late, and that is no failure. */
export const connectTemporal = (temporal: Pick<TemporalSettings, 'address' | 'tls' | 'apiKey'>): Promise<Connection> =>
  Connection.connect({ ...connectionOptions(temporal), connectTimeout: '1 minute' })

/**
 * A separate server that skips time while a client waits on `result()`; end it with `teardown()`. It knows our
 * search attributes. Schedules, workflow lists and task queue descriptions need `testTemporal()`.
 */
export async function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  captureTemporalLog()
  const path = process.env['TEMPORAL_TEST_SERVER']
  // Without our own executable the SDK downloads one, which needs the open internet.
  const environment = await startedInTime(() =>
    TestWorkflowEnvironment.createTimeSkipping(path ? { server: { executable: { type: 'existing-path', path } } } : {}),
  )
  await environment.connection.operatorService.addSearchAttributes({
    namespace: environment.namespace ?? 'default',
    searchAttributes: Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => [name, KEYWORD])),
  })
  return environment
}

/** The SDK gives a server five seconds to start, which a busy machine may not keep: it is started again. */
async function startedInTime(start: () => Promise<TestWorkflowEnvironment>): Promise<TestWorkflowEnvironment> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (attempt >= 5 || !String(error).includes('did not start within')) throw error
    }
  }
}
