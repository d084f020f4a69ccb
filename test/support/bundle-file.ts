import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BundleOptions } from '../../worker/workflow-bundle.ts'

const ROOT = new URL('../../', import.meta.url).pathname

/**
 * The file of a bundle, which is built once per state of the sources. Jest workers that find none each build it: the
 * set-up of a test run makes the usual one before them.
 */
export async function bundleFile({ version = null, traced = false }: BundleOptions = {}): Promise<string> {
  const kind = `${traced ? '-traced' : ''}${version === null ? '' : '-versioned'}`
  const folder = join(tmpdir(), 'routed-data-service-bundles')
  const codePath = join(folder, `${sourcesHash()}${kind}.js`)
  if (existsSync(codePath)) return codePath
  mkdirSync(folder, { recursive: true })
  // The bundler takes long to load.
  const { bundleWorkflows } = await import('../../worker/workflow-bundle.ts')
  const { code } = await bundleWorkflows({ version, traced })
  const draft = `${codePath}.${randomUUID()}`
  writeFileSync(draft, code)
  renameSync(draft, codePath)
  return codePath
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
