import { processIdentity } from '../../../dev/local/process.ts'
import { type ServiceProcess, startProcess } from '../../../test/support/child-process.ts'
import type { OwnPostgres } from '../../../test/support/own-postgres.ts'
import type { OwnTemporal } from '../../../test/support/own-temporal.ts'
import { processTree, signalAll } from '../../../test/support/process-tree.ts'

/** A process of the world that can be removed and returns at the same address. */
export interface Component {
  readonly name: string
  running(): boolean
  /** Starts it, or waits for the start under way; does nothing while it runs. `env`: further settings of this start. */
  start(env?: Readonly<Record<string, string>>): Promise<void>
  /** kill -9, with its children. */
  kill(): Promise<void>
  /** SIGSTOP; its connections stay open. */
  pause(): void
  /** SIGCONT. */
  resume(): void
  /** Its output, over all its starts; empty for servers, which keep logs of their own. */
  output(): string
}

interface Parts extends Pick<Component, 'name' | 'running' | 'start'> {
  readonly output?: () => string
  readonly pids: () => readonly number[]
  /** It is about to be killed. */
  readonly expectEnd?: () => void
  /** Resolves once it is gone. */
  readonly end: () => Promise<void>
}

function component({ name, running, start, end, pids, expectEnd, output = () => '' }: Parts): Component {
  let starting: Promise<void> | null = null
  let stopped: readonly number[] = []
  return {
    name,
    running,
    output,
    async start(env) {
      if (running() && starting === null) return
      starting ??= start(env).finally(() => {
        starting = null
      })
      await starting
    },
    async kill() {
      await starting?.catch(() => undefined)
      expectEnd?.()
      signalAll(pids(), 'SIGKILL')
      await end()
      stopped = []
    },
    pause() {
      stopped = pids()
      signalAll(stopped, 'SIGSTOP')
    },
    resume() {
      signalAll(stopped, 'SIGCONT')
      stopped = []
    },
  }
}

interface ServiceOptions {
  readonly name: string
  /** Relative to test/support. */
  readonly script: string
  readonly env: Readonly<Record<string, string>>
  /** It ended without being killed. */
  readonly onEnded: (message: string) => void
}

/** An api or a worker. */
export function serviceComponent({ name, script, env, onEnded }: ServiceOptions): Component {
  let current: ServiceProcess | null = null
  const outputs: string[] = []
  let killing = false
  return component({
    name,
    running: () => current?.running() ?? false,
    async start(more = {}) {
      killing = false
      const started = await startProcess({ script, env: { ...env, ...more } })
      current = started
      void started.exited.then(({ code, signal }) => {
        outputs.push(started.output())
        if (!killing) onEnded(`${name} ended by itself (${signal ?? code}):\n${started.output()}`)
      })
    },
    pids: () => (current?.running() === true ? [current.pid] : []),
    expectEnd: () => {
      killing = true
    },
    output: () =>
      [...outputs, ...(current?.running() === true ? [current.output()] : [])].join('\n--- started again ---\n'),
    async end() {
      await current?.exited
    },
  })
}

const isAlive = (pid: number): boolean => processIdentity(pid) !== null

export const postgresComponent = (server: OwnPostgres): Component =>
  component({
    name: 'postgres',
    running: () => isAlive(server.pid()),
    async start() {
      // A server that ended by itself has left its lock on the data folder.
      await server.kill()
      await server.start()
    },
    pids: () => (isAlive(server.pid()) ? processTree(server.pid()) : []),
    end: () => server.kill(),
  })

export const temporalComponent = (server: OwnTemporal): Component =>
  component({
    name: 'temporal',
    running: () => isAlive(server.pid()),
    async start() {
      await server.kill()
      await server.start()
    },
    pids: () => (isAlive(server.pid()) ? [server.pid()] : []),
    end: () => server.kill(),
  })
