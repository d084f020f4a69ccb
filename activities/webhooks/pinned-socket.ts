import { connect as connectTcp, isIPv6, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import type { WebhookTarget } from '../../domain/webhooks/url.ts'
import { failureReason } from './failure-reasons.ts'

export interface SocketOptions {
  readonly target: WebhookTarget
  /** Whether the address that a socket has reached may be reached. */
  readonly mayReach: (address: string) => boolean
  readonly secureContext: SecureContext
  /** On the clock of `performance`, in milliseconds. */
  readonly deadlineAt: number
  /** Aborts the connection: its caller no longer waits. */
  readonly signal: AbortSignal
}

/** `late`: the signal came first. */
export type SocketOutcome =
  | { readonly kind: 'connected'; readonly socket: Socket }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'late' }

/** A name may have many addresses; trying all of them would take too long. */
const ADDRESSES_MAX = 4

/**
 * Connects to the first of these addresses that accepts; each gets its share of the time left. They are checked already
 * and used as they are: nothing is resolved again.
 */
export async function connectToAny(addresses: readonly string[], options: SocketOptions): Promise<SocketOutcome> {
  const candidates = byTurns(addresses).slice(0, ADDRESSES_MAX)
  let outcome: SocketOutcome = { kind: 'failed', reason: 'the name does not resolve' }
  for (const [index, address] of candidates.entries()) {
    const waitMs = (options.deadlineAt - performance.now()) / (candidates.length - index)
    outcome = await connectTo(address, waitMs, options)
    if (outcome.kind === 'connected' || options.signal.aborted) return outcome
  }
  return outcome
}

/**
 * Alternates the address families, so that a machine without one of them finds an address of the other among the first.
 */
function byTurns(addresses: readonly string[]): string[] {
  const six = addresses.filter((address) => isIPv6(address))
  const four = addresses.filter((address) => !isIPv6(address))
  return Array.from({ length: Math.max(four.length, six.length) }, (_, index) => [four[index], six[index]])
    .flat()
    .filter((address) => address !== undefined)
}

/** One address: a socket that has carried nothing but a successful TLS handshake. */
function connectTo(address: string, waitMs: number, options: SocketOptions): Promise<SocketOutcome> {
  const { target, signal } = options
  return new Promise((resolve) => {
    const tcp = connectTcp({ host: address, port: target.port, noDelay: true })
    const end = (outcome: SocketOutcome): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      if (outcome.kind !== 'connected') tcp.destroy()
      resolve(outcome)
    }
    const giveUp = (): void => end({ kind: 'late' })
    const fail = (error: unknown): void => end({ kind: 'failed', reason: failureReason(error) })
    const timer = setTimeout(giveUp, waitMs)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) return giveUp()
    // These listeners stay for the lifetime of the sockets: an error without a listener would end the process.
    tcp.on('error', fail)
    tcp.once('close', () => fail({ code: 'ECONNRESET' }))
    tcp.once('connect', () => {
      if (!options.mayReach(tcp.remoteAddress ?? ''))
        return end({ kind: 'failed', reason: 'the address is not public' })
      if (!target.secure) return end({ kind: 'connected', socket: tcp })
      const tls = handshake(tcp, options)
      tls.on('error', fail)
      tls.once('secureConnect', () => end({ kind: 'connected', socket: tls }))
    })
  })
}

const handshake = (socket: Socket, { target, secureContext }: SocketOptions) =>
  connectTls({
    socket,
    secureContext,
    // The certificate is checked against this host; for an address instead of a name, no server name is sent.
    host: target.host,
    ...(target.hostKind === 'name' ? { servername: target.host } : {}),
    ALPNProtocols: ['http/1.1'],
    // Set here, because the environment could turn it off.
    rejectUnauthorized: true,
  })
