import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../ops/clients/pack.ts'

/** The programs that judge packages, each an executable. */
export interface Judges {
  /** The Python that has twine. */
  readonly twine: string
  /** The Python into whose environments the wheel is installed. */
  readonly python: string
}

/**
 * Judges the packages of a release by the tools of their registries, and installs each from its file into an empty
 * folder, where its program or its first import works. Throws with the output of what failed.
 */
export async function verifyRelease(
  root: string,
  version: string,
  folder: string,
  files: readonly string[],
  by: Judges,
) {
  const pathOf = (start: string, end: string): string => {
    const name = files.find((one) => one.startsWith(start) && one.endsWith(end))
    if (name === undefined) throw new Error(`${folder} has no file ${start}…${end}`)
    return join(folder, name)
  }
  const client = pathOf('routed-data-client-', '.tgz')
  const cli = pathOf('routed-data-cli-', '.tgz')
  const wheel = pathOf('routed_data_client-', '.whl')
  for (const path of [client, cli])
    await run(process.execPath, [join(root, 'node_modules/publint/src/cli.js'), 'run', path, '--strict'])
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  await run(process.execPath, [attw, client, '--profile', 'esm-only', '--no-emoji', '--no-color'])
  await inEmptyFolder((empty) => clientInstalls(empty, client))
  await inEmptyFolder((empty) => commandInstalls(empty, cli, version))
  await run(by.twine, ['-m', 'twine', 'check', '--strict', wheel])
  await inEmptyFolder((empty) => installsFromPip(empty, wheel, by.python))
}

/** Neither needs a registry, nor what an earlier install has left. */
const OFFLINE = ['install', '--no-audit', '--no-fund', '--offline', '--cache', 'cache']

async function commandInstalls(empty: string, tarball: string, version: string): Promise<void> {
  await run('npm', [...OFFLINE, '--global', '--prefix', empty, tarball], { cwd: empty })
  const svc = await run(join(empty, 'bin/svc'), ['--version'], { cwd: empty })
  if (svc.trim() !== version) throw new Error(`the installed svc says it is ${svc.trim()}, not ${version}`)
}

async function clientInstalls(empty: string, tarball: string): Promise<void> {
  writeFileSync(join(empty, 'package.json'), '{"type":"module"}\n')
  await run('npm', [...OFFLINE, tarball], { cwd: empty })
  await run(
    process.execPath,
    [
      '-e',
      "import('routed-data-client').then(({ createClient }) => createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'svc_test_none' }))",
    ],
    {
      cwd: empty,
    },
  )
}

async function installsFromPip(empty: string, wheel: string, python: string): Promise<void> {
  await run(python, ['-m', 'venv', join(empty, 'venv')])
  const own = join(empty, 'venv/bin/python')
  await run(own, ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', wheel])
  await run(own, ['-c', 'import routed_data; routed_data.AuthenticatedClient'])
}

async function inEmptyFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
