import { createRequire } from 'node:module'

/** The release of the SDK whose sandbox `shared-sandbox.ts` and `test/runner/workflow-thread.cjs` change. */
const TESTED_SDK = '1.24.0'
const INSTALLED_SDK = createRequire(import.meta.url)('@temporalio/worker/package.json') as { readonly version: string }

/**
 * Where the workers of tests run workflows (TEST_WORKFLOWS). `shared`, the default: in the thread of the tests, in one
 * sandbox for all workers of a Jest worker, because threads for each of hundreds of workers cost more than all tests.
 * `threads`: as the SDK does it, and with it a service. Throws for a release of the SDK that this was not tested with.
 */
export function readTestWorkflows(
  env: Readonly<Record<string, string | undefined>>,
  { version: sdk } = INSTALLED_SDK,
): 'shared' | 'threads' {
  const wanted = env['TEST_WORKFLOWS'] ?? 'shared'
  if (wanted !== 'shared' && wanted !== 'threads')
    throw new Error(`TEST_WORKFLOWS is "${wanted}"; it may be shared or threads.`)
  if (wanted === 'shared' && sdk !== TESTED_SDK)
    throw new Error(
      `Workflows of tests share a sandbox as tested with @temporalio/worker ${TESTED_SDK}, and this is ${sdk}. Set TEST_WORKFLOWS=threads, or install ${TESTED_SDK}.`,
    )
  return wanted
}
