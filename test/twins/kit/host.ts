import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import type { Auth } from '../../../domain/catalog/providers/provider.ts'
import type { InboundSecrets } from '../../../domain/settings/inbound-secrets.ts'
import { billed, listCall, type ListedCall } from './calls.ts'
import { control } from './control.ts'
import { keyIn } from './credential.ts'
import { type DnsTwin, startDns } from './dns.ts'
import { documentedAnswer } from './documented.ts'
import { beforeWork, type Mode, modeOfCall } from './mode.ts'
import { reporter } from './report.ts'
import { readBody } from './request-body.ts'
import { type Matched, matchRoute, type Route, routesOf } from './routes.ts'
import type { Account, Twin, TwinCall, TwinReply } from './twin.ts'
import { send, sendAs } from './wire.ts'

/** Every twin of one process. */
export interface World {
  readonly url: string
  readonly twins: ReadonlyMap<string, Seated>
  readonly modes: Map<string, Mode>
  readonly calls: ListedCall[]
  /** Calls that get no answer and whose clients still wait. */
  readonly hanging: Set<ServerResponse>
  readonly secrets: InboundSecrets
  readonly dns: DnsTwin
  /** Where the service takes inbound messages; null: it is not known, and nothing is reported. */
  service: string | null
}

/** A twin with its routes and accounts. */
export interface Seated {
  readonly twin: Twin
  readonly auth: Auth
  readonly routes: readonly Route[]
  readonly accounts: Map<string, Account>
}

export interface Twins {
  readonly world: World
  readonly url: string
  close(): Promise<void>
}

export interface TwinsOptions {
  readonly twins: readonly Twin[]
  readonly catalog: Catalog
  readonly secrets: InboundSecrets
  /** 0: any free one. */
  readonly port: number
}

const CREDITS = 1_000_000

/** Starts all twins in this process, each under its own path. */
export async function startTwins({ twins, catalog, secrets, port }: TwinsOptions): Promise<Twins> {
  const seated = new Map(
    twins.map((twin): [string, Seated] => [
      twin.slug,
      {
        twin,
        auth: twin.auth ?? catalog.provider(twin.slug)?.auth ?? { scheme: 'none' },
        routes: routesOf(twin, catalog),
        accounts: new Map(),
      },
    ]),
  )
  const server = createServer()
  const url = await listen(server, port)
  const dns = await startDns()
  const world: World = {
    url,
    twins: seated,
    modes: new Map(),
    calls: [],
    hanging: new Set(),
    secrets,
    dns,
    service: null,
  }
  server.on('request', (request, response) => {
    serve(world, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  return {
    world,
    url,
    close: async () => {
      await dns.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** The provider's address at its twin. */
export const urlOfTwin = ({ url }: Pick<World, 'url'>, { slug, basePath = '' }: Twin): string =>
  `${url}/${slug}${basePath}`

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', world.url)
  const [, first = '', ...rest] = url.pathname.split('/')
  if (first === '_twin') return send(response, await control(world, request, `/${rest.join('/')}`), '_twin')
  const seated = world.twins.get(first)
  if (seated === undefined) return send(response, { status: 404, json: { error: 'There is no such twin.' } }, '_twin')
  const { basePath = '' } = seated.twin
  const pathname = `/${rest.join('/')}`
  const inside = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : null
  const mode = modeOfCall(world.modes, first, `${request.method ?? ''} ${inside ?? ''}`)
  const reply =
    inside === null
      ? seated.twin.refusals.notFound
      : await answer(world, seated, { mode, request, response, pathname: inside, query: url.searchParams })
  if (reply === null || mode.mode === 'lost') return void response.socket?.destroy()
  sendAs(mode.mode, response, reply, first)
}

interface Received {
  readonly mode: Mode
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly pathname: string
  readonly query: URLSearchParams
}

/**
 * Refuses what the provider refuses, in its order: the key, the address, the form, the credit. null: it was left
 * hanging, and the connection is closed.
 */
async function answer(world: World, seated: Seated, received: Received): Promise<TwinReply | null> {
  const { twin, auth, routes, accounts } = seated
  const { request, response, pathname, query } = received
  const method = request.method ?? 'GET'
  const page = twin.pages?.[`${method} ${pathname.replace(/(?<=^\/[a-z]+)\/.*$/, '')}`]
  const key = page === undefined ? keyIn(twin.slug, auth, { headers: request.headers, query }) : ''
  if (key === null) return twin.refusals.unauthorized
  const matched: Matched | null =
    page === undefined
      ? matchRoute(routes, method, pathname)
      : { route: PAGE, path: { token: pathname.split('/').at(-1) ?? '' } }
  if (matched === null) return twin.refusals.notFound
  const body = await readBody(request).catch((error: unknown) => {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  })
  if (body === null) return twin.refusals.invalid('the body cannot be read')
  const account = page === undefined ? accountOf(accounts, key) : newAccount(key)
  const call: TwinCall = {
    twin: twin.slug,
    route: matched.route.name,
    path: matched.path,
    query,
    body: body.value,
    headers: request.headers,
    account,
    accounts: [...accounts.values()],
    baseUrl: urlOfTwin(world, twin),
    waits: () => !response.destroyed,
    report: reporter(world, twin),
  }
  const checks = matched.route.checks()
  const refusal = refusalOf(twin, call, checks.query(query) ?? checks.body(body))
  const listed = listCall(world.calls, call)
  if (refusal === null && received.mode.mode === 'hang') return hang(world, response)
  const reply =
    refusal ?? (await beforeWork(received.mode, twin.refusals, call)) ?? (await work(twin, page, matched, call))
  return billed(twin, call, { reply, listed, route: matched.route })
}

/** In the order of the provider: the account, the form, the credit; null: it does the work. */
function refusalOf({ refusals }: Twin, { account }: TwinCall, fault: string | null): TwinReply | null {
  if (account.revoked) return refusals.unauthorized
  if (fault !== null) return refusals.invalid(fault)
  return account.credits <= 0 ? refusals.outOfCredit : null
}

/** Answers nothing until the client gives up, or the twins are reset or closed. */
async function hang({ hanging }: World, response: ServerResponse): Promise<null> {
  hanging.add(response)
  if (!response.closed) await once(response, 'close')
  hanging.delete(response)
  return null
}

const PAGE: Route = {
  name: 'page',
  method: 'GET',
  template: '/',
  endpoint: null,
  checks: () => ({ query: () => null, body: () => null }),
}

function work(
  { routes, otherwise, refusals }: Twin,
  page: Twin['otherwise'],
  { route }: Matched,
  call: TwinCall,
): TwinReply | Promise<TwinReply> {
  const own = page ?? routes[route.name] ?? otherwise
  if (own !== undefined) return own(call)
  return route.endpoint === null ? refusals.notFound : documentedAnswer(route.endpoint, call)
}

const newAccount = (key: string): Account => ({ key, credits: CREDITS, revoked: false })

/** The account of a key: it exists from its first call on. */
export function accountOf(accounts: Map<string, Account>, key: string): Account {
  const account = accounts.get(key) ?? newAccount(key)
  accounts.set(key, account)
  return account
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('the twins have no port'))
      resolve(`http://127.0.0.1:${address.port}`)
    })
  })
}
