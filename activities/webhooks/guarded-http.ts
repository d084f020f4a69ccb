import { Resolver } from 'node:dns/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { CidrBlock } from '../../domain/webhooks/ip-addresses.ts'
import { type ResolveName, resolveName } from '../../domain/webhooks/resolve.ts'
import { EXCERPT_BYTES_MAX, excerptOf } from '../../domain/webhooks/excerpt.ts'
import { knownAddresses, mayReachAll, readWebhookUrl, type WebhookTarget } from '../../domain/webhooks/url.ts'
import { type Traced, untraced } from '../../telemetry/spans.ts'
import { exchange, type ExchangeOutcome, type GuardedRequest } from './exchange.ts'
import type { DocumentReply, DocumentRequest, GuardedHttp, WebhookReply, WebhookRequest } from './http.ts'
import { connectToAny } from './pinned-socket.ts'

export interface GuardedHttpOptions {
  readonly allowedNetworks: readonly CidrBlock[]
  /** Uses the machine's name servers by default. */
  readonly resolve?: ResolveName
  /** The limit of an entire POST: the name, connecting, TLS, the head and the body. 10 s by default (Spec 6.2.3). */
  readonly timeoutMs?: number
  /** Traces each attempt, without its address, which a customer chose. Without it, no attempt is traced. */
  readonly traced?: Traced
}

const TIMEOUT_MS = 10_000

/** Why an attempt is aborted that is under way when the client closes. */
const STOPPING = 'stopping'

/**
 * The guarded client (decisions, "Customers' URLs"). Every attempt resolves its name once, refuses it if a single
 * one of its addresses may not be reached, and connects to a checked address on a separate connection. It ignores the
 * environment: no proxy, no hosts file, no switch that turns off the verification of certificates.
 */
export function createGuardedHttp({
  allowedNetworks,
  resolve = resolveByDns,
  timeoutMs = TIMEOUT_MS,
  traced = untraced,
}: GuardedHttpOptions): GuardedHttp {
  const options: ClientOptions = { allowedNetworks, resolve, secureContext: createSecureContext() }
  const underWay = new Map<AbortController, Promise<Attempt>>()
  function begin(request: GuardedRequest, limitMs: number, name: string): Promise<Attempt> {
    const giveUp = new AbortController()
    const made = tracedAttempt(traced, { name, method: request.method }, () =>
      attempt(options, request, { giveUp, timeoutMs: limitMs }),
    )
    underWay.set(giveUp, made)
    return made.finally(() => underWay.delete(giveUp))
  }
  return {
    post: async (request) => webhookReply(await begin(toPost(request), timeoutMs, 'POST to a webhook endpoint')),
    get: async (request) => documentReply(request, await begin(toGet(request), request.timeoutMs, 'GET of a document')),
    async close() {
      for (const giveUp of underWay.keys()) giveUp.abort(STOPPING)
      await Promise.all(underWay.values())
    },
  }
}

/** The part of a receiver's answer that is read, so that the receiver can finish normally; less is stored. */
const RECEIVER_BYTES_MAX = 64 * 1024

const toPost = (request: WebhookRequest): GuardedRequest => ({
  ...request,
  method: 'POST',
  keptBytesMax: EXCERPT_BYTES_MAX,
  readBytesMax: RECEIVER_BYTES_MAX,
})

const toGet = ({ url, accept, bytesMax }: DocumentRequest): GuardedRequest => ({
  url,
  method: 'GET',
  headers: { Accept: accept },
  body: null,
  keptBytesMax: bytesMax,
  readBytesMax: bytesMax + 1,
})

/** The head of the answer decides about a delivery, so a body that broke off is no failure. */
const webhookReply = ({ latencyMs, ...made }: Attempt): WebhookReply =>
  made.kind === 'answered'
    ? { kind: 'answered', statusCode: made.statusCode, latencyMs, response: excerptOf(made.body) }
    : { ...made, latencyMs }

function documentReply({ bytesMax }: DocumentRequest, made: Attempt): DocumentReply {
  if (made.kind === 'failed') return { kind: 'failed', reason: made.reason }
  const { statusCode, headers, body, extent } = made
  switch (extent) {
    case 'complete':
      return { kind: 'answered', statusCode, headers, body }
    case 'cut':
      return { kind: 'incomplete', statusCode, reason: `it has more than ${bytesMax} bytes` }
    case 'broken':
      return { kind: 'incomplete', statusCode, reason: 'it did not arrive to its end in time' }
  }
}

const tracedAttempt = (
  traced: Traced,
  { name, method }: { readonly name: string; readonly method: string },
  work: () => Promise<Attempt>,
): Promise<Attempt> =>
  traced({ name, kind: 'client', attributes: { 'http.request.method': method } }, async (setAttributes) => {
    const made = await work()
    setAttributes(
      made.kind === 'failed'
        ? { 'error.type': 'no_answer' }
        : {
            'http.response.status_code': made.statusCode,
            ...(made.statusCode >= 300 ? { 'error.type': String(made.statusCode) } : {}),
          },
    )
    return made
  })

interface ClientOptions extends Required<Omit<GuardedHttpOptions, 'traced' | 'timeoutMs'>> {
  readonly secureContext: SecureContext
}

/** A name server that never answers about IPv6 leaves half of the time for the IPv4 addresses that it did return. */
const LOOKUP = { timeout: 1_500, tries: 2 }
const resolveByDns: ResolveName = (name, signal) => resolveName(new Resolver(LOOKUP), name, signal)

/** What became of a request. */
type Attempt = Exclude<ExchangeOutcome, { readonly kind: 'late' }> & { readonly latencyMs: number }

async function attempt(
  options: ClientOptions,
  request: GuardedRequest,
  { giveUp, timeoutMs }: { readonly giveUp: AbortController; readonly timeoutMs: number },
): Promise<Attempt> {
  const startedAt = performance.now()
  const timer = setTimeout(() => giveUp.abort(), timeoutMs)
  const outcome = await send(options, request, {
    signal: giveUp.signal,
    deadlineAt: startedAt + timeoutMs,
  }).catch((): ExchangeOutcome => ({ kind: 'failed', reason: 'the request could not be sent' }))
  clearTimeout(timer)
  const latencyMs = Math.round(performance.now() - startedAt)
  if (outcome.kind === 'late')
    return {
      kind: 'failed',
      latencyMs,
      reason:
        giveUp.signal.reason === STOPPING
          ? 'the service stopped during the attempt'
          : `no answer within ${timeoutMs / 1_000} s`,
    }
  return { ...outcome, latencyMs }
}

interface AttemptLimits {
  readonly signal: AbortSignal
  readonly deadlineAt: number
}

async function send(options: ClientOptions, request: GuardedRequest, limits: AttemptLimits): Promise<ExchangeOutcome> {
  const { allowedNetworks, secureContext } = options
  const target = readWebhookUrl(request.url, allowedNetworks)
  // The URL was valid when it was saved, so the rules have changed since. The reason of `readWebhookUrl` names the
  // host, which must not be part of a workflow's history.
  if (target.kind === 'refused')
    return { kind: 'failed', reason: 'the URL is not allowed: it must be a public https URL' }
  const found = await findAddresses(options, target, limits.signal)
  if (found.kind !== 'found') return found
  const mayReach = (addresses: readonly string[]): boolean => mayReachAll(target, addresses, allowedNetworks)
  if (!mayReach(found.addresses)) return { kind: 'failed', reason: 'the address is not public' }
  const connected = await connectToAny(found.addresses, {
    target,
    secureContext,
    ...limits,
    mayReach: (address) => mayReach([address]),
  })
  return connected.kind === 'connected'
    ? exchange({ socket: connected.socket, target, request, signal: limits.signal })
    : connected
}

type ResolvedAddresses =
  | { readonly kind: 'found'; readonly addresses: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'late' }

async function findAddresses(
  { allowedNetworks, resolve }: ClientOptions,
  target: WebhookTarget,
  signal: AbortSignal,
): Promise<ResolvedAddresses> {
  const known = knownAddresses(target, allowedNetworks)
  if (known !== null) return { kind: 'found', addresses: known }
  const tooLate = new Promise<ResolvedAddresses>((done) => {
    signal.addEventListener('abort', () => done({ kind: 'late' }), { once: true })
  })
  const lookedUp = resolve(target.host, signal).then(
    (addresses): ResolvedAddresses =>
      addresses.length > 0 ? { kind: 'found', addresses } : { kind: 'failed', reason: 'the name does not resolve' },
    (): ResolvedAddresses => ({ kind: 'failed', reason: 'the name could not be looked up' }),
  )
  return signal.aborted ? { kind: 'late' } : Promise.race([lookedUp, tooLate])
}
