import { migrate } from '../../../ops/schema/migrate.ts'
import { freePort } from '../../../dev/local/ports.ts'
import { INBOUND_SECRETS } from '../../../test/build/inbound.ts'
import { ownPostgres } from '../../../test/support/own-postgres.ts'
import { ownTemporal } from '../../../test/support/own-temporal.ts'
import { type Receiver, startReceiver } from '../../../test/support/receiver.ts'
import { startTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { workerEnv } from '../../../test/support/worker-env.ts'
import type { Random } from '../../../test/support/random.ts'
import { type Component, postgresComponent, serviceComponent, temporalComponent } from './component.ts'
import { type SimulatedProviders, startSimulatedProviders } from './providers.ts'
import { makeSmallDisk, type SmallDisk } from './small-disk.ts'

export const LINKS = [
  'api-postgres',
  'worker-postgres',
  'api-temporal',
  'worker-temporal',
  'worker-providers',
  'worker-receivers',
] as const
export type Link = (typeof LINKS)[number]

export const COMPONENTS = ['postgres', 'temporal', 'api 1', 'api 2', 'worker 1', 'worker 2'] as const
export type ComponentName = (typeof COMPONENTS)[number]

/**
 * The service as production runs it, each process separate and each link through a proxy, with simulators of everything
 * outside.
 */
export interface World {
  /** Of the apis. */
  readonly urls: readonly [string, string]
  readonly links: Readonly<Record<Link, readonly TcpProxy[]>>
  readonly components: Readonly<Record<ComponentName, Component>>
  readonly providers: SimulatedProviders
  /** Without the proxies. */
  readonly databaseUrl: string
  readonly temporal: { readonly address: string; readonly namespace: string; wipe(): Promise<void> }
  /** The first answers correctly outside of faults; faults also break the second one. */
  readonly receivers: readonly [Receiver, Receiver]
  /** As workers reach them. */
  readonly receiverUrls: readonly [string, string]
  /** The reason, where there is none. */
  readonly walDisk: SmallDisk | string
  /** Processes that ended without being killed. */
  readonly ended: readonly string[]
  /** Ends every fault, and starts what does not run. */
  heal(): Promise<void>
  stop(): Promise<void>
}

/** Only started by a fault. */
const SPARE: ReadonlySet<string> = new Set<ComponentName>(['worker 2'])
const DATABASE = 'chaos'
/** The small disk's log is recycled early; the rest is as in production. */
const SMALL_WAL = { min_wal_size: '32MB', max_wal_size: '64MB' }
/** Enough for the simulators' final bills to be final. */
const FINAL_BILL_DELAY = '4s'

type Stop = () => Promise<unknown> | void

export async function startWorld(random: Random, { binaries }: { readonly binaries: string }): Promise<World> {
  const stops: Stop[] = []
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).toReversed())
      await Promise.resolve(one()).catch((error: unknown) => console.error(`while stopping: ${String(error)}`))
  }
  try {
    return await start(random, { binaries, stops, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

interface Started {
  readonly binaries: string
  readonly stops: Stop[]
  readonly stop: () => Promise<void>
}

async function start(random: Random, { binaries, stops, stop }: Started): Promise<World> {
  const servers = await startServers(binaries, stops)
  const proxies = await startProxies(servers, { random, stops })
  const ended: string[] = []
  const { components, urls } = await composeComponents(servers, proxies, (message) => void ended.push(message))
  stops.push(...COMPONENTS.slice(2).map((name) => components[name].kill))
  // Paused servers do not receive the signal to stop.
  stops.push(() => {
    for (const one of Object.values(components)) one.resume()
  })
  const links = linksThrough(proxies)
  const heal = (): Promise<void> => healAll(servers, links, components)
  await heal()
  const { postgres, temporal, providers, receivers, walDisk } = servers
  return {
    urls,
    links,
    components,
    providers,
    receivers,
    walDisk,
    ended,
    heal,
    stop,
    databaseUrl: postgres.url,
    temporal: {
      address: temporal.address,
      namespace: temporal.namespace,
      async wipe() {
        await components.temporal.kill()
        temporal.deleteDatabase()
        await components.temporal.start()
      },
    },
    receiverUrls: [proxies.toFirst.url, proxies.toSecond.url],
  }
}

type WorldServers = Awaited<ReturnType<typeof startServers>>

/** Everything outside of the service's own processes. */
async function startServers(binaries: string, stops: Stop[]) {
  const walDisk = makeSmallDisk()
  if (typeof walDisk !== 'string') stops.push(walDisk.remove)
  const postgres = await ownPostgres({
    binaries,
    database: DATABASE,
    ...(typeof walDisk === 'string' ? {} : { walFolder: walDisk.folder, settings: SMALL_WAL }),
  })
  stops.push(postgres.remove)
  await migrate(postgres.url)
  const temporal = await ownTemporal()
  stops.push(temporal.remove)
  const providers = await startSimulatedProviders()
  stops.push(providers.close)
  const receivers = await Promise.all([startReceiver(), startReceiver()])
  stops.push(...receivers.map(({ close }) => close))
  return { walDisk, postgres, temporal, providers, receivers }
}

type Proxies = Awaited<ReturnType<typeof startProxies>>

async function startProxies(
  { postgres, temporal, providers, receivers: [first, second] }: WorldServers,
  { random, stops }: { readonly random: Random; readonly stops: Stop[] },
) {
  const proxy = async (target: string, name: string): Promise<TcpProxy> => {
    const made = await startTcpProxy(target, random.fork(`proxy ${name}`).next)
    stops.push(made.close)
    return made
  }
  const temporalUrl = `http://${temporal.address}`
  return {
    apiPostgres: await proxy(postgres.url, 'api-postgres'),
    workerPostgres: await proxy(postgres.url, 'worker-postgres'),
    apiTemporal: await proxy(temporalUrl, 'api-temporal'),
    workerTemporal: await proxy(temporalUrl, 'worker-temporal'),
    toProviders: await proxy(providers.url, 'providers'),
    toActors: await proxy(providers.actorsUrl, 'actors'),
    toFirst: await proxy(first.url, 'first receiver'),
    toSecond: await proxy(second.url, 'second receiver'),
  }
}

const linksThrough = (proxies: Proxies): World['links'] => ({
  'api-postgres': [proxies.apiPostgres],
  'worker-postgres': [proxies.workerPostgres],
  'api-temporal': [proxies.apiTemporal],
  'worker-temporal': [proxies.workerTemporal],
  'worker-providers': [proxies.toProviders, proxies.toActors],
  'worker-receivers': [proxies.toFirst, proxies.toSecond],
})

/** The servers and the service's processes, each of which can be killed; nothing of the service runs yet. */
async function composeComponents(
  { postgres, temporal }: WorldServers,
  proxies: Proxies,
  onEnded: (message: string) => void,
): Promise<Pick<World, 'components' | 'urls'>> {
  const ports = [await freePort(0), await freePort(0)] as const
  const urls = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`] as const
  const envOf = (database: TcpProxy, server: TcpProxy): Record<string, string> => ({
    ...workerEnv({
      databaseUrl: through(postgres.url, database),
      temporal: { address: `127.0.0.1:${server.port}`, namespace: temporal.namespace, taskQueue: 'runs' },
      providers: settingsOf(proxies.toProviders.url, proxies.toActors.url),
    }),
    PROVIDER_UNIPILE_WEBHOOK_SECRET: INBOUND_SECRETS.unipile.join(','),
    FINAL_BILL_DELAY,
    PUBLIC_URL: urls[0],
    METRICS_PORT: '0',
    WORKER_HEALTH_PORT: '0',
  })
  const api = (name: ComponentName, port: number): Component => {
    const env = { ...envOf(proxies.apiPostgres, proxies.apiTemporal), PORT: String(port) }
    return serviceComponent({ name, script: '../../api/main.ts', env, onEnded })
  }
  const worker = (name: ComponentName): Component => {
    const env = envOf(proxies.workerPostgres, proxies.workerTemporal)
    return serviceComponent({ name, script: '../../worker/main.ts', env, onEnded })
  }
  return {
    urls,
    components: {
      postgres: postgresComponent(postgres),
      temporal: temporalComponent(temporal),
      'api 1': api('api 1', ports[0]),
      'api 2': api('api 2', ports[1]),
      'worker 1': worker('worker 1'),
      'worker 2': worker('worker 2'),
    },
  }
}

async function healAll(
  { providers, receivers, walDisk }: WorldServers,
  links: World['links'],
  components: World['components'],
): Promise<void> {
  for (const proxies of Object.values(links))
    for (const one of proxies) {
      one.disturb(null)
      one.open()
    }
  providers.behave('well')
  for (const receiver of receivers) receiver.answer(200)
  if (typeof walDisk !== 'string') walDisk.free()
  for (const one of Object.values(components)) one.resume()
  await components['worker 2'].kill()
  await Promise.all([components.postgres.start(), components.temporal.start()])
  await Promise.all(
    Object.values(components)
      .filter(({ name }) => !SPARE.has(name))
      .map((one) => one.start()),
  )
}

function through(url: string, { port }: TcpProxy): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

const settingsOf = (url: string, actorsUrl: string) => ({
  ...Object.fromEntries(
    ['hunter', 'findymail', 'leadmagic', 'agentmail', 'unipile', 'dataforseo'].map((slug) => [
      slug,
      { apiKey: slug === 'dataforseo' ? 'login:password' : `${slug}-key`, baseUrl: `${url}/${slug}` },
    ]),
  ),
  apify: { apiKey: 'apify-key', baseUrl: actorsUrl },
})
