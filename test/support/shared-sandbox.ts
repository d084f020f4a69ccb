// Where workflows run in the thread of the tests (TEMPORAL_DEBUG, and each replay), all workers of a Jest worker
// share one sandbox for one bundle. The SDK makes one for each worker and V8 never frees it: hundreds of copies of
// the bundle are parsed, run and kept. Workflows of one worker share a sandbox in production too.
import { Worker } from '@temporalio/worker'
import { ReusableVMWorkflowCreator } from '@temporalio/worker/lib/workflow/reusable-vm.js'
import { readTestWorkflows } from './test-workflows.ts'

type Bundle = { readonly code: string }
type Create = (...of: Parameters<typeof ReusableVMWorkflowCreator.create>) => Promise<ReusableVMWorkflowCreator>
type ParsedBundle = Parameters<typeof ReusableVMWorkflowCreator.create>[0]
type GetBundle = (options: { readonly workflowBundle?: Bundle }, logger: unknown) => Promise<ParsedBundle>

/** Static members that the SDK does not declare as public. */
const sdk = Worker as unknown as { getOrCreateBundle: GetBundle }
const getOrCreateBundle = sdk.getOrCreateBundle.bind(Worker)
const createSandbox = ReusableVMWorkflowCreator.create.bind(ReusableVMWorkflowCreator)

const parsed = new Map<string, Promise<ParsedBundle>>()
const sandboxes = new Map<ParsedBundle, Promise<ReusableVMWorkflowCreator>>()

const shareBundle: GetBundle = (options, logger) => {
  if (options.workflowBundle === undefined) return getOrCreateBundle(options, logger)
  const { code } = options.workflowBundle
  const known = parsed.get(code) ?? getOrCreateBundle(options, logger)
  parsed.set(code, known)
  return known
}

const shareSandbox: Create = async (bundle, limit, registeredActivityNames, patchActivationCallback) => {
  const known = sandboxes.get(bundle) ?? createSandbox(bundle, limit, registeredActivityNames, patchActivationCallback)
  sandboxes.set(bundle, known)
  const sandbox = await known
  return Object.assign(Object.create(sandbox) as ReusableVMWorkflowCreator, {
    registeredActivityNames,
    patchActivationCallback,
    destroy: () => Promise.resolve(),
  })
}

if (readTestWorkflows(process.env) === 'shared') {
  sdk.getOrCreateBundle = shareBundle
  ReusableVMWorkflowCreator.create = shareSandbox as typeof ReusableVMWorkflowCreator.create
}
