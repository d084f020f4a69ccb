import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pythonVersion, SERVICE_VERSION } from '../version.ts'

export const CLIENTS_PATH = '/clients/'

const PYTHON_VERSION = pythonVersion(SERVICE_VERSION)

/** The packages of this version. Each is made from the same routes (ops/clients/). */
const PACKAGES = [
  {
    name: 'routed-data-client',
    registry: 'npm',
    what: 'Typed client for TypeScript and JavaScript',
    version: SERVICE_VERSION,
    file: `routed-data-client-${SERVICE_VERSION}.tgz`,
    install: 'npm install',
  },
  {
    name: 'routed-data-cli',
    registry: 'npm',
    what: 'Command line (svc)',
    version: SERVICE_VERSION,
    file: `routed-data-cli-${SERVICE_VERSION}.tgz`,
    install: 'npm install --global',
  },
  {
    name: 'routed-data-client',
    registry: 'pypi',
    what: 'Typed client for Python',
    version: PYTHON_VERSION,
    file: `routed_data_client-${PYTHON_VERSION}-py3-none-any.whl`,
    install: 'pip install',
  },
] as const

const TYPES = { tgz: 'application/gzip', whl: 'application/zip' } as const
/** No hidden file, and no path. */
const SERVED = /^\w[\w.-]*\.(tgz|whl)$/

export interface ClientPackage {
  readonly name: string
  readonly registry: 'npm' | 'pypi'
  /** What it is, in words. */
  readonly what: string
  readonly version: string
  readonly file: string
  readonly url: string
  /** The command that installs it. */
  readonly install: string
  readonly sha256: string
  readonly bytes: number
}

export interface ClientFile {
  readonly type: string
  readonly sha256: string
  readonly bytes: Buffer
}

export interface ClientPackages {
  /** Those of this version whose files are there, with the line that installs each. */
  list(): readonly ClientPackage[]
  /** What each of the others is. */
  missing(): readonly string[]
  /** A file of the folder, also of another version; null where it is not there. */
  read(name: string): ClientFile | null
}

/**
 * The packages in `folder` (CLIENT_PACKAGES); none without one. A local start packs them while it already answers, so
 * the folder is looked at again with every request.
 */
export function createClientPackages(folder: string | null, publicUrl: () => string): ClientPackages {
  const hashes = new Map<string, string>()
  const there = (file: string): boolean => folder !== null && isFile(join(folder, file))
  function read(name: string): ClientFile | null {
    const kind = SERVED.exec(name)?.[1]
    if (folder === null || (kind !== 'tgz' && kind !== 'whl') || !there(name)) return null
    const path = join(folder, name)
    const { mtimeMs } = statSync(path)
    const bytes = readFileSync(path)
    const key = `${name} ${mtimeMs} ${bytes.length}`
    const sha256 = hashes.get(key) ?? createHash('sha256').update(bytes).digest('hex')
    hashes.set(key, sha256)
    return { type: TYPES[kind], sha256, bytes }
  }
  return {
    read,
    list: () =>
      PACKAGES.flatMap((one) => {
        const found = read(one.file)
        if (found === null) return []
        const url = `${publicUrl()}${CLIENTS_PATH}${one.file}`
        return [{ ...one, url, install: `${one.install} ${url}`, sha256: found.sha256, bytes: found.bytes.length }]
      }),
    missing: () => PACKAGES.filter(({ file }) => !there(file)).map(({ what }) => what),
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
