import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { writeServers } from '../../../dev/local/running.ts'
import { type ServiceProcess, startProcess } from '../../support/child-process.ts'
import type { ServiceProcesses } from '../../support/service-processes.ts'

const run = promisify(execFile)
const ROOT = new URL('../../../', import.meta.url).pathname
const page = readFileSync(new URL('ops/DEPLOY.md', `file://${ROOT}`), 'utf8')
const HEADING = '## On one machine, with `npm start`'

/**
 * The indented lines of ops/DEPLOY.md's part about one machine, by block: the first lines of every terminal, the start,
 * the way back.
 */
export const oneMachineBlocks = (): string[][] => {
  const part = page.slice(page.indexOf(HEADING)).split('\n## ')[0] ?? ''
  return part
    .split('\n\n')
    .filter((block) => block.startsWith('    '))
    .map((block) =>
      block
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    )
}

const STARTED = /^((?:[A-Z_]+=\S+ )+)node ((?:api|worker)\/main\.ts)$/
/** Any free port: those of the page may be in use where tests run. */
const PORTS = ['PORT', 'METRICS_PORT', 'WORKER_HEALTH_PORT']
/** The variables that the page's lines have to set: they have no other source. */
const SET_BY_PAGE = ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'ENCRYPTION_KEYS']

/**
 * A terminal in the folder of a start that runs on the servers of this service, after the page's first lines were typed
 * there.
 */
export async function oneMachineTerminal({ env, workspace }: Pick<ServiceProcesses, 'env' | 'workspace'>): Promise<{
  /** The variables that they have set, and those of the start itself. */
  readonly env: Readonly<Record<string, string>>
  /** Types a line of the page that starts a program of ours. */
  start(line: string): Promise<ServiceProcess>
}> {
  const folder = mkdtempSync(join(tmpdir(), 'moving--'))
  try {
    const dataDir = join(folder, '.data')
    mkdirSync(dataDir)
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeServers(dataDir, {
      database_url: env['DATABASE_URL'] ?? '',
      temporal_address: env['TEMPORAL_ADDRESS'] ?? '',
      temporal_namespace: env['TEMPORAL_NAMESPACE'] ?? '',
    })
    writeFileSync(join(dataDir, 'encryption-keys'), `${env['ENCRYPTION_KEYS'] ?? ''}\n`)
    writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify({ test_key: workspace.keys.test }))
    const given = Object.fromEntries(Object.entries(env).filter(([name]) => !SET_BY_PAGE.includes(name)))
    const lines = [...(oneMachineBlocks()[0] ?? []), 'node -p "JSON.stringify(process.env)"']
    const { stdout } = await run('bash', ['--norc', '-ec', lines.join('\n')], {
      cwd: folder,
      env: { ...given, PATH: `/usr/bin:/bin:${dirname(process.execPath)}` },
    })
    const typed = JSON.parse(stdout)
    return {
      env: typed,
      start(line) {
        const [, settings = '', script = ''] = STARTED.exec(line) ?? []
        if (script === '') throw new Error(`no program of ours is started by ${line}`)
        const own = Object.fromEntries(
          settings
            .trim()
            .split(' ')
            .map((setting) => {
              const [name = '', value = ''] = setting.split('=')
              return [name, PORTS.includes(name) ? '0' : value]
            }),
        )
        return startProcess({ script: `../../${script}`, env: { ...typed, ...own } })
      },
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
