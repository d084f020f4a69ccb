import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { ServiceProcess } from '../../support/child-process.ts'
import type { ServiceProcesses } from '../../support/service-processes.ts'

const ROOT = new URL('../../../', import.meta.url).pathname

/** How a command ended. */
export interface Typed {
  readonly code: number
  readonly output: string
}

/** A person at the shell of a deployment, who types the commands of ops/DEPLOY.md. */
export interface Operator {
  /** Types a command of that page, or another one; `$RUN` is the run in question. */
  type(line: string, run?: string): Promise<Typed>
  /** Starts a worker by the page's own line. */
  startWorker(line: string): Promise<ServiceProcess>
}

/** What npm does with `npm run <name> -- …`, without the set-up that a deployment's image does not have either. */
const NPM = 'npm() { local name="$2"; shift 2; [ "$1" = -- ] && shift; node "ops/$name.ts" "$@"; }'
const WORKER = /^WORKER_BUILD_ID=(\S+) node worker\/main\.ts$/

export function operatorOf({ env, startWorker }: Pick<ServiceProcesses, 'env' | 'startWorker'>): Operator {
  const path = `${dirname(process.execPath)}:${dirname(process.env['TEMPORAL_EXECUTABLE'] ?? '')}:${process.env['PATH'] ?? ''}`
  return {
    type: (line, run = '') =>
      new Promise((resolve) => {
        execFile(
          'bash',
          ['--norc', '-c', `${NPM}\n${line}`],
          { cwd: ROOT, env: { ...env, PATH: path, HOME: tmpdir(), RUN: run } },
          (error, stdout, stderr) => {
            resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}${stderr}`.trim() })
          },
        )
      }),
    startWorker(line) {
      const build = WORKER.exec(line)?.[1]
      if (build === undefined) throw new Error(`no worker is started by ${line}`)
      return startWorker('../../worker/main.ts', { WORKER_BUILD_ID: build })
    },
  }
}
