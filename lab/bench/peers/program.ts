// A job of three steps behind HTTP: money reserved, a provider called, money settled. What makes it durable is
//   JOB_FORM             none | dbos | restate
//   JOB_PACKAGES         the folder with the packages of the other engines
//   DATABASE_URL, PROVIDER_URL
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { Agent } from 'undici'
import { freePort } from '../../../dev/local/ports.ts'
import { serveRuns } from '../small-server.ts'
import { createJob, type PeerJob } from './job.ts'

/** The same as the bare workflow has. */
const POOL_MAX = 30
const PROVIDER_CONNECTIONS_MAX = 512

interface Dbos {
  setConfig(config: object): void
  registerWorkflow<Answer>(
    workflow: (id: string) => Promise<Answer>,
    options: { name: string },
  ): (id: string) => Promise<Answer>
  runStep(step: () => Promise<void>, options: { name: string }): Promise<void>
  launch(): Promise<void>
  shutdown(): Promise<void>
}

interface RestateContext {
  readonly rand: { uuidv4(): string }
  run(name: string, step: () => Promise<void>): Promise<void>
}
interface Restate {
  service(definition: { name: string; handlers: Record<string, (context: RestateContext) => Promise<object>> }): unknown
  serve(options: { services: unknown[]; port: number }): Promise<unknown>
}

const setting = (name: string): string => process.env[name] ?? ''
const pool = new pg.Pool({ connectionString: setting('DATABASE_URL'), max: POOL_MAX })
const agent = new Agent({ connections: PROVIDER_CONNECTIONS_MAX, pipelining: 1 })
const job = createJob(pool, agent, setting('PROVIDER_URL'))
const stops: (() => Promise<unknown>)[] = [() => pool.end(), () => agent.destroy()]
const DONE = { status: 'succeeded' }

async function packageOf(name: string): Promise<unknown> {
  const path = createRequire(join(setting('JOB_PACKAGES'), 'package.json')).resolve(name)
  return import(pathToFileURL(path).href)
}

async function withNothing({ reserve, call, settle }: PeerJob): Promise<string> {
  return serve(async () => {
    const id = randomUUID()
    await reserve(id)
    await call()
    await settle(id)
    return DONE
  })
}

/** Each step is stored in PostgreSQL by its library, in this process. */
async function withDbos({ reserve, call, settle }: PeerJob): Promise<string> {
  const { DBOS: dbos } = (await packageOf('@dbos-inc/dbos-sdk')) as { DBOS: Dbos }
  dbos.setConfig({
    name: 'bench',
    systemDatabaseUrl: setting('DATABASE_URL'),
    systemDatabasePoolSize: POOL_MAX,
    logLevel: 'warn',
  })
  const workflow = dbos.registerWorkflow(
    async (id: string) => {
      await dbos.runStep(() => reserve(id), { name: 'reserve' })
      await dbos.runStep(call, { name: 'call' })
      await dbos.runStep(() => settle(id), { name: 'settle' })
      return DONE
    },
    { name: 'job' },
  )
  await dbos.launch()
  stops.push(() => dbos.shutdown())
  return serve(() => workflow(randomUUID()))
}

/** Restate's server receives the requests, calls this service, and stores each step. */
async function withRestate({ reserve, call, settle }: PeerJob): Promise<string> {
  const restate = (await packageOf('@restatedev/restate-sdk')) as Restate
  const port = await freePort(0)
  const service = restate.service({
    name: 'job',
    handlers: {
      async run(context) {
        const id = context.rand.uuidv4()
        await context.run('reserve', () => reserve(id))
        await context.run('call', call)
        await context.run('settle', () => settle(id))
        return DONE
      },
    },
  })
  await restate.serve({ services: [service], port })
  return `http://127.0.0.1:${port}`
}

async function serve(run: () => Promise<object>): Promise<string> {
  const { url, stop } = await serveRuns(async () => JSON.stringify(await run()))
  stops.push(stop)
  return url
}

const FORMS: Readonly<Record<string, (one: PeerJob) => Promise<string>>> = {
  none: withNothing,
  dbos: withDbos,
  restate: withRestate,
}

process.on('SIGTERM', () => {
  void (async () => {
    for (const stop of stops.toReversed()) await stop()
    process.exit(0)
  })()
})
const start = FORMS[setting('JOB_FORM')]
if (start === undefined) throw new Error(`JOB_FORM is one of ${Object.keys(FORMS).join(', ')}.`)
pino().info({ url: await start(job) }, 'ready')
