import { type Logger, pino } from 'pino'
import { type Exit, type ProcessOptions, type ServiceProcess, startProcess } from './child-process.ts'
import type { Death } from './crash-point.ts'
import { startCrashingApi } from './crashing-api.ts'
import { type Mortal, startCrashingWorker } from './crashing-worker.ts'
import { startTcpProxy } from './tcp-proxy.ts'

type Env = Readonly<Record<string, string>>

const OUTPUT_CHARS_MAX = 20_000

export interface MortalOptions extends ProcessOptions {
  readonly script: 'worker-child.ts' | 'api-child.ts'
  /**
   * true: a separate process, ended by SIGKILL. Otherwise a part of this process that is cut off. `CRASHES=signal`
   * makes all of them processes.
   */
  readonly signal?: boolean
}

/**
 * Starts a worker or an api that dies at CRASH_AT. For PostgreSQL, Temporal and every client its death is that of a
 * process: its connections end, and nothing that it began afterwards ever happens.
 */
export const startMortal = (options: MortalOptions): Promise<ServiceProcess> =>
  options.signal === true || process.env['CRASHES'] === 'signal' ? startProcess(options) : startInside(options)

async function startInside({ script, env }: MortalOptions): Promise<ServiceProcess> {
  const { log, output } = keepingOutput()
  const exited = Promise.withResolvers<Exit>()
  const temporal = await startTcpProxy(`http://${env['TEMPORAL_ADDRESS']}`)
  const dead = Promise.withResolvers<never>()
  dead.promise.catch(() => undefined)
  let ended = false
  const end = (exit: Exit): void => {
    ended = true
    // To be refused, a dead worker would try again and again: it is left without an answer.
    temporal.sever()
    exited.resolve(exit)
  }
  const death: Death = {
    at: env['CRASH_AT'],
    happened: () => ended,
    die() {
      if (!ended) {
        end({ code: null, signal: 'SIGKILL' })
        dead.reject(new Error(`${script} ended (SIGKILL) before it was ready:\n${output()}`))
        started.then((one) => one.bury()).catch(() => undefined)
      }
      return new Promise(() => undefined)
    },
  }
  const started = startOf(script, { ...env, TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}` }, log, death)
  started.catch(() => undefined)
  const mortal = await Promise.race([started, dead.promise])
  // A dead worker cannot reach Temporal: that it fails over it is of no interest.
  mortal.finished.catch(() => undefined)
  const drain = (): void =>
    void mortal.drain().then(
      () => {
        if (!ended) end({ code: 0, signal: null })
      },
      () => undefined,
    )
  return {
    pid: process.pid,
    ready: { url: mortal.url },
    exited: exited.promise,
    running: () => !ended,
    signal(signal) {
      if (signal === 'SIGKILL') void death.die()
      else drain()
    },
    async stop() {
      drain()
      return exited.promise
    },
    output,
  }
}

function keepingOutput(): { readonly log: Logger; readonly output: () => string } {
  let output = ''
  const log = pino(
    { level: 'info' },
    {
      write: (line) => {
        output = (output + line).slice(-OUTPUT_CHARS_MAX)
      },
    },
  )
  return { log, output: () => output }
}

/** An api is behind a proxy: its death closes the connections of its clients. */
async function startOf(script: MortalOptions['script'], env: Env, log: Logger, death: Death): Promise<Mortal> {
  if (script === 'worker-child.ts') return startCrashingWorker(env, log, death)
  const api = await startCrashingApi(env, log, death)
  const proxy = await startTcpProxy(api.url)
  const close = async (end: () => Promise<void>): Promise<void> => {
    await proxy.close()
    await end()
  }
  return { ...api, url: proxy.url, bury: () => close(api.bury), drain: () => close(api.drain) }
}
