import type { IncomingHttpHeaders } from 'node:http'
import type { Body, ValueDescription, Fields } from '../../../domain/catalog/endpoint.ts'
import type { Auth } from '../../../domain/catalog/providers/provider.ts'
import type { InboundProvider } from '../../../domain/inbound/message.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { DnsTwin } from './dns.ts'

/** What a twin answers; a fixture's reply is one. */
export interface TwinReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Answered as application/json. */
  readonly json?: unknown
  /** Answered as it is. */
  readonly text?: string
}

/** One customer of the provider: everyone who calls with the same key. */
export interface Account {
  readonly key: string
  /** What is left of its credit, in the provider's own unit. */
  credits: number
  /** Its owner has revoked the key. */
  revoked: boolean
}

/** A request that the provider's document allows, by a known account. */
export interface TwinCall {
  /** Of which twin. */
  readonly twin: string
  /** `GET /email-finder`, as in the catalog. */
  readonly route: string
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The JSON, or the fields of a form; null: none was sent. */
  readonly body: Json
  readonly headers: IncomingHttpHeaders
  readonly account: Account
  /** Every account of the twin: an address is taken in all of them. */
  readonly accounts: readonly Account[]
  /** The twin's address, as the service knows it. */
  readonly baseUrl: string
  /** Whether the client still waits. */
  readonly waits: () => boolean
  readonly report: Report
}

/**
 * Reports something that happened in an account, as the provider's webhook does; by default the platform's. `source`:
 * the kind of report, where a webhook has one kind.
 */
export type Report = (message: JsonObject, account?: Account, source?: string) => Promise<void>

export type Handler = (call: TwinCall) => TwinReply | Promise<TwinReply>

/** How the provider refuses. */
export interface Refusals {
  readonly unauthorized: TwinReply
  readonly notFound: TwinReply
  /** `fault` states which member is wrong. */
  readonly invalid: (fault: string) => TwinReply
  readonly outOfCredit: TwinReply
  readonly rateLimited: TwinReply
}

/** An endpoint that the catalog lacks. */
export interface Declared {
  readonly query?: Fields
  readonly body?: Body
}

/** Something that happens at the provider and not by a call of the service: a mail arrives, a person signs in. */
export type Happening = (
  what: JsonObject,
  world: {
    readonly accounts: readonly Account[]
    /** The platform's, also before its first call. */
    readonly platform: () => Account
    readonly report: Report
    readonly publish: DnsTwin['publish']
  },
) => Promise<TwinReply>

/** One provider, simulated from its document. */
export interface Twin {
  readonly slug: string
  /** The path that ends the provider's base URL. */
  readonly basePath?: string
  /** Where the catalog does not have the provider. */
  readonly auth?: Auth
  readonly refusals: Refusals
  /** By `METHOD /path`; every other endpoint of the catalog answers as its document describes. */
  readonly routes: Readonly<Record<string, Handler>>
  readonly declared?: Readonly<Record<string, Declared>>
  /** Members of bodies that the provider takes in more forms than its document states. */
  readonly widened?: Readonly<Record<string, Readonly<Record<string, ValueDescription>>>>
  /** Endpoints of the catalog without a handler of their own. */
  readonly otherwise?: Handler
  /** Pages without a credential: what a person opens. */
  readonly pages?: Readonly<Record<string, Handler>>
  /** The credits that a success takes; `usual`: one where the catalog has a rate, none elsewhere. */
  readonly bill?: (call: TwinCall, reply: TwinReply, usual: number) => number
  /** Shows the bill in the answer, if the provider does. */
  readonly showBill?: (reply: TwinReply, credits: number, account: Account) => TwinReply
  readonly happenings?: Readonly<Record<string, Happening>>
  /** The inbound messages that it sends, and how it proves them. */
  readonly reportsAs?: InboundProvider
}

/** State of a twin, for each account apart. */
export function perAccount<State>(make: () => State): (account: Account) => State {
  const states = new WeakMap<Account, State>()
  return (account) => {
    const known = states.get(account)
    if (known !== undefined) return known
    const made = make()
    states.set(account, made)
    return made
  }
}

export const isSuccess = ({ status = 200 }: TwinReply): boolean => status >= 200 && status < 300
