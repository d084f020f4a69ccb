import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readIfThere, withLock } from '../../dev/setup/install.mjs'
import { packClients } from './pack.ts'
import { hashOf, sourcesOfTypes, TYPES } from './refresh.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Packs the typed client and the command line into a folder of theirs, unless it has those of the same sources. */
export async function refreshPackages(folder: string): Promise<'packed' | 'unchanged'> {
  const sources = hashOf([...sourcesOfTypes(), ...sourcesOfPackages()])
  const stamp = join(folder, '.sources')
  if (readIfThere(stamp) === sources) return 'unchanged'
  return withLock(
    `${folder}.lock`,
    () => undefined,
    async () => {
      if (readIfThere(stamp) === sources) return 'unchanged'
      // No old package is served while the new ones are made.
      rmSync(folder, { recursive: true, force: true })
      const draft = `${folder}.${process.pid}.draft`
      await packClients(draft)
      writeFileSync(join(draft, '.sources'), sources)
      renameSync(draft, folder)
      return 'packed'
    },
  )
}

const sourcesOfPackages = (): string[] =>
  ['packages/LICENSE', ...['packages/client', 'packages/cli'].flatMap(filesIn)].filter((path) => path !== TYPES)

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => statSync(join(ROOT, path)).isFile())
    .toSorted()
