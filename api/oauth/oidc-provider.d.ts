/** The part of oidc-provider 9.13 that is used here; the package ships no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type Koa from 'koa'

  /** What the library stores of a model, as plain JSON. */
  export type Payload = Record<string, unknown>

  /** The storage of one kind of model. */
  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>
    find(id: string): Promise<Payload | undefined>
    findByUid(uid: string): Promise<Payload | undefined>
    findByUserCode(userCode: string): Promise<Payload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface Client {
    readonly clientId: string
    readonly clientName?: string
    readonly redirectUris: readonly string[]
    grantTypeAllowed(type: string): boolean
  }

  export interface Login {
    readonly accountId: string
    readonly remember?: boolean
    /** Ours: the password by which the person signed in. */
    readonly passwordMark?: string
  }

  export interface InteractionResult {
    readonly login?: Login
    readonly consent?: { readonly grantId: string }
    readonly error?: string
    readonly error_description?: string
  }

  export interface Interaction {
    readonly uid: string
    readonly params: { readonly [name: string]: unknown }
    readonly result?: InteractionResult
  }

  /** Koa's context while the library answers. */
  export type ProviderContext = Koa.Context & {
    readonly oidc: {
      readonly result?: InteractionResult
      /** Of the request, as strings or lists of them. */
      readonly params?: { readonly [name: string]: unknown }
      readonly entities?: { readonly RefreshToken?: { readonly resource?: string | readonly string[] } }
    }
  }

  interface PolicyCheck {
    readonly reason: string
  }

  interface PolicyPrompt {
    readonly name: string
  }

  export const interactionPolicy: {
    readonly Check: new (
      reason: string,
      description: string,
      error: string,
      check: (ctx: ProviderContext) => boolean,
    ) => PolicyCheck
    readonly Prompt: new (
      prompt: { readonly name: string; readonly requestable: boolean },
      check: PolicyCheck,
    ) => PolicyPrompt
  }

  export const errors: {
    readonly InvalidGrant: new (detail: string) => Error
    readonly InvalidScope: new (description: string, scope: string) => Error
    readonly InvalidTarget: new (description?: string) => Error
    readonly OIDCProviderError: abstract new () => Error & {
      readonly error: string
      readonly error_description?: string
    }
    readonly SessionNotFound: new (detail: string) => Error
  }

  type SwitchedOff =
    | 'devInteractions'
    | 'dPoP'
    | 'userinfo'
    | 'rpInitiatedLogout'
    | 'pushedAuthorizationRequests'
    | 'clientIdMetadataDocument'
    | 'registration'

  interface Switch {
    readonly enabled: boolean
  }

  export interface ResourceServer {
    readonly scope: string
    readonly audience: string
    readonly accessTokenTTL: number
    readonly accessTokenFormat: 'opaque'
  }

  interface CookieOptions {
    readonly httpOnly: boolean
    readonly sameSite: 'lax'
    readonly path?: string
  }

  export interface Configuration {
    readonly adapter: (model: string) => Adapter
    readonly allowOmittingSingleRegisteredRedirectUri: boolean
    readonly clientAuthMethods: readonly 'none'[]
    readonly clientBasedCORS: (ctx: ProviderContext, origin: string, client: Client) => boolean
    readonly clientDefaults: Readonly<Record<string, string | readonly string[]>>
    readonly clockTolerance: number
    readonly cookies: {
      readonly names: { readonly session: string; readonly interaction: string; readonly resume: string }
      readonly long: CookieOptions
      readonly short: CookieOptions
      readonly keys: readonly string[]
    }
    readonly enabledJWA: Readonly<Record<string, readonly string[]>>
    readonly expiresWithSession: () => boolean
    readonly features: Readonly<Record<SwitchedOff, Switch>> & {
      readonly resourceIndicators: Switch & {
        readonly defaultResource: (ctx: ProviderContext, client: Client, oneOf?: readonly string[]) => string
        readonly getResourceServerInfo: (ctx: ProviderContext, resource: string, client: Client) => ResourceServer
      }
      readonly revocation: Switch & {
        readonly allowedPolicy: (ctx: ProviderContext, client: Client, token: { readonly clientId: string }) => boolean
      }
    }
    readonly findAccount: (
      ctx: ProviderContext,
      id: string,
    ) => { readonly accountId: string; claims(): { readonly sub: string } }
    readonly interactions: {
      readonly policy: readonly PolicyPrompt[]
      readonly url: (ctx: ProviderContext, interaction: Interaction) => string
    }
    readonly issueRefreshToken: (ctx: ProviderContext, client: Client) => boolean
    readonly jwks: { readonly keys: readonly object[] }
    readonly pkce: { readonly required: () => boolean }
    readonly renderError: (
      ctx: ProviderContext,
      out: { readonly error: string; readonly error_description?: string },
    ) => void
    readonly responseTypes: readonly string[]
    readonly revokeGrantPolicy: () => boolean
    readonly rotateRefreshToken: (ctx: ProviderContext) => boolean
    readonly routes: Readonly<Record<string, string>>
    readonly scopes: readonly string[]
    readonly ttl: Readonly<Record<string, number>>
  }

  export class Provider extends Koa {
    constructor(issuer: string, configuration: Configuration)
    readonly issuer: string
    readonly Client: { find(id: string): Promise<Client | undefined>; validate(metadata: object): Promise<void> }
    readonly AccessToken: { readonly prototype: { generateTokenId(): string } }
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    /** Stores the result; returns the URL for the browser. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options?: { readonly mergeWithLastSubmission: boolean },
    ): Promise<string>
  }
}
