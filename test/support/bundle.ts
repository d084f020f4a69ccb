import { readFileSync } from 'node:fs'
import type { WorkflowBundle } from '@temporalio/worker'
import type { BundleOptions } from '../../worker/workflow-bundle.ts'
import { bundleFile } from './bundle-file.ts'
import './shared-sandbox.ts'

const bundles = new Map<string, Promise<WorkflowBundle>>()

/** The production bundle, with traces or without, for workers of a version or of none; read once per Jest worker. */
export function workflowBundle({ version = null, traced = false }: BundleOptions = {}): Promise<WorkflowBundle> {
  const kind = `${traced} ${version !== null}`
  const known = bundles.get(kind) ?? readBundle({ version, traced })
  bundles.set(kind, known)
  return known
}

const readBundle = async (options: BundleOptions): Promise<WorkflowBundle> => ({
  code: readFileSync(await bundleFile(options), 'utf8'),
})
