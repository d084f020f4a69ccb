import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { declaredRoutes, SAMPLE_URL } from '../../api/http/declared-routes.ts'
import { buildOpenApi } from '../../api/openapi/document.ts'
import { packClients, run } from '../../ops/clients/pack.ts'
import { packPythonClient } from '../../ops/clients/pack-python.ts'
import { licencesOf } from './licences.ts'

/** The programs that build, each an executable. */
export interface Builders {
  /** The Python that has the generator of the client. */
  readonly generator: string
  readonly helm: string
}

export interface ReleaseParts {
  /** Emptied first. */
  readonly folder: string
  readonly by: Builders
  /** What the registry reports about the dependencies, or that nothing was checked. */
  readonly advisories: string
}

/**
 * Builds everything that a release consists of: the packages of the clients, the chart, the components (CycloneDX),
 * licences and advisories of the dependencies, and `SHA256SUMS`. Returns the names of the files.
 */
export async function buildRelease(
  root: string,
  version: string,
  { folder, by, advisories }: ReleaseParts,
): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const document = buildOpenApi({ routes: declaredRoutes(), publicUrl: SAMPLE_URL })
  await packClients(folder)
  await packPythonClient({ generator: by.generator, document, version, folder })
  await run(by.helm, ['package', join(root, 'ops/helm'), '--destination', folder])
  const components = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
    cwd: root,
  })
  writeFileSync(join(folder, 'sbom.cdx.json'), components)
  writeFileSync(join(folder, 'licences.txt'), licencesOf(root))
  writeFileSync(join(folder, 'advisories.txt'), `${advisories}\n`)
  writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
  const names = readdirSync(folder).toSorted()
  const sums = names.map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return [...names, 'SHA256SUMS']
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
