import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkflowBundle } from '@temporalio/worker'
import { bundleWorkflows, type BundleOptions } from '../../worker/workflow-bundle.ts'
import './shared-sandbox.ts'

const ROOT = new URL('../../', import.meta.url).pathname

const bundles = new Map<string, Promise<WorkflowBundle>>()

/**
 * The production bundle, with traces or without, for workers of a version or of none. It is built once per state of the
 * sources and read once per Jest worker.
 */
export function workflowBundle({ version = null, traced = false }: BundleOptions = {}): Promise<WorkflowBundle> {
  const kind = `${traced ? '-traced' : ''}${version === null ? '' : '-versioned'}`
  const known = bundles.get(kind) ?? readBundle(kind, { version, traced })
  bundles.set(kind, known)
  return known
}

async function readBundle(kind: string, { version = null, traced = false }: BundleOptions): Promise<WorkflowBundle> {
  const folder = join(tmpdir(), 'routed-data-service-bundles')
  const codePath = join(folder, `${sourcesHash()}${kind}.js`)
  if (!existsSync(codePath)) {
    mkdirSync(folder, { recursive: true })
    const { code } = await bundleWorkflows({ version, traced })
    const draft = `${codePath}.${randomUUID()}`
    writeFileSync(draft, code)
    renameSync(draft, codePath)
  }
  return { code: readFileSync(codePath, 'utf8') }
}

function sourcesHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const folder of ['workflows', 'domain']) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(ROOT, folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
