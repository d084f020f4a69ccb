import type { Environment } from '../runs/states.ts'
import type { Fields } from '../catalog/endpoint.ts'
import type { ActorPrice } from '../catalog/rate.ts'
import type { Tally } from '../routing/health.ts'
import type { CredentialVerdict } from '../connections/checks.ts'
import type { SubscriptionStatus } from '../plans/subscription.ts'
import type { PaidPlan } from '../pricing/plans.ts'
import type { CheckoutOrder, PaymentReference } from '../payments/order.ts'
import type { SecretContext, SealedSecret } from '../connections/credential.ts'
import type { MessagingNetwork } from '../senders/sender.ts'

/**
 * The calls that a request may need of a provider outside a run, each kind with its question and its answer: the
 * arguments and the result of its workflow. They hold only ids and encrypted credentials, because both stay in the
 * workflow's history.
 */
interface Kinds {
  verify_credential: {
    /** `account`: its host, where each account of the provider has its own. */
    readonly question: SecretContext & { readonly sealed: SealedSecret; readonly account?: string }
    readonly answer: { readonly verdict: CredentialVerdict }
  }
  /**
   * The input fields of an actor: public, and read with the platform's account. The workspace is the one that inspects
   * the actor.
   */
  actor_schema: {
    readonly question: { readonly workspaceId: string; readonly provider: string; readonly actorId: string }
    readonly answer: ActorSchemaFound
  }
  /**
   * The document of an OAuth client whose id is the document's URL: public, and read for no workspace. `failed`: why
   * there is none, for the owner of the URL.
   */
  client_document: {
    readonly question: { readonly workspaceId: ''; readonly provider: 'oauth'; readonly url: string }
    readonly answer: { readonly body: string; readonly freshSeconds: number } | { readonly failed: string }
  }
  /** A payment page of Stripe. `reference` is also Stripe's idempotency key. */
  open_checkout: {
    readonly question: Omit<PaymentReference, 'purpose'> & {
      readonly provider: 'stripe'
      readonly order: CheckoutOrder
      /** null: the workspace has paid nothing yet, and becomes a customer now. */
      readonly customerId: string | null
      readonly successUrl: string
      readonly cancelUrl: string
    }
    readonly answer:
      | { readonly result: 'opened'; readonly sessionId: string; readonly url: string; readonly customerId: string }
      | NotOpened
  }
  /**
   * Changes a subscription to another plan, or ends it with its period. `reference` is also Stripe's idempotency key.
   */
  change_subscription: {
    readonly question: {
      readonly workspaceId: string
      readonly provider: 'stripe'
      readonly subscriptionId: string
      readonly reference: string
      readonly to: { readonly plan: string; readonly cents: number; readonly name: string }
      /** The price that paid for the current period; null: nothing is prorated. */
      readonly upgradeFrom: { readonly cents: number } | null
      readonly cancelAtPeriodEnd: boolean
    }
    readonly answer:
      | { readonly result: 'changed'; readonly subscription: SubscriptionSnapshot }
      | { readonly result: 'declined'; readonly code: string }
      | NotOpened
  }
  /**
   * Stripe's page of a customer. Its URL alone gives access, so it is only for the caller, sealed for the customer.
   */
  open_portal: {
    readonly question: {
      readonly workspaceId: string
      readonly provider: 'stripe'
      readonly customerId: string
      readonly returnUrl: string
    }
    readonly answer: { readonly result: 'opened'; readonly url: SealedSecret } | NotOpened
  }
  /** A page at which a person connects an account; its URL is only for the caller. */
  connect_link: {
    readonly question: MaybeInOwnAccount & {
      readonly linkId: string
      readonly network: MessagingNetwork
      /** The provider's id of the account to connect again; null: a new one. */
      readonly reconnect: string | null
      readonly expiresAt: string
      readonly notifyUrl: string
    }
    readonly answer: { readonly link: SealedSecret } | { readonly failed: MailFailure }
  }
  /** Whether an account exists and belongs to the network, and its name. */
  read_account: {
    readonly question: MaybeInOwnAccount & {
      readonly linkId: string
      readonly account: string
      readonly network: MessagingNetwork
    }
    readonly answer: { readonly name: SealedSecret } | { readonly failed: MailFailure | 'other' }
  }
  /** Removes an account from the provider; one that is already gone counts as removed. */
  remove_account: {
    readonly question: MaybeInOwnAccount & { readonly account: string }
    readonly answer: { readonly removed: true } | { readonly failed: MailFailure }
  }
  /**
   * Creates an inbox under a name of our own: a repeated request finds the same inbox. The address is stored in the
   * inbox's row.
   */
  make_inbox: {
    readonly question: InAccount & { readonly inboxId: string }
    readonly answer: { readonly inbox: SealedSecret } | { readonly failed: MailFailure | 'taken' }
  }
  /**
   * Adds a domain at the provider that verifies domains; one that an earlier request has added is found again. The
   * domain's name is stored in its row. The answer is a `ReportedDomain` as JSON.
   */
  make_domain: {
    readonly question: InAccount & { readonly domainId: string }
    readonly answer: { readonly domain: SealedSecret } | { readonly failed: MailFailure | 'taken' }
  }
  /** Has the provider look for the domain's records, and reads what it has found; `gone`: it has no such domain. */
  check_domain: {
    readonly question: InAccount & { readonly domainId: string }
    readonly answer: { readonly domain: SealedSecret } | { readonly failed: MailFailure | 'gone' }
  }
  /**
   * Registers our URL at the provider for the reports of the workspace's own account; webhooks that have the
   * address are found again. The answer is an `OwnWebhook` as JSON. `out_of_reach`: the provider cannot reach it.
   */
  register_webhook: {
    readonly question: InOwnAccount & { readonly url: string }
    readonly answer: { readonly webhook: SealedSecret } | { readonly failed: MailFailure | 'out_of_reach' }
  }
  /**
   * Removes such webhooks after the key was removed or replaced: with the key that the connection had. `webhook`: those
   * that are known. `url`: none is known, and those with this URL are searched for, because an answer may have been
   * lost; `kept` are those that stay.
   */
  remove_webhook: {
    readonly question: InOwnAccount & {
      readonly sealed: SealedSecret
      readonly webhook: SealedSecret | null
      readonly account: string | null
      readonly url?: string
      readonly kept?: SealedSecret | null
    }
    readonly answer: { readonly removed: true } | { readonly failed: MailFailure }
  }
  /** Removes a domain from the platform's account; one that is already gone counts as removed. */
  remove_domain: {
    readonly question: InAccount & { readonly domainId: string }
    readonly answer: { readonly removed: true } | { readonly failed: MailFailure }
  }
}

/** The account that holds a messaging account; left out: the platform's, as in calls of earlier versions. */
interface MaybeInOwnAccount {
  readonly workspaceId: string
  readonly provider: string
  readonly connectionId?: string | null
}

/** The workspace's own account. */
interface InOwnAccount {
  readonly workspaceId: string
  readonly provider: string
  readonly connectionId: string
}

/** The account that holds an inbox or domain. */
interface InAccount {
  readonly workspaceId: string
  readonly provider: string
  /** The workspace's own connection; null: the platform's account. */
  readonly connectionId: string | null
}

/** `no_account`: this worker has none at the provider. */
export type AccountFailure = 'no_account' | 'refused' | 'unreachable'
/** `disconnected`: it is in the workspace's own account, whose key was removed. */
export type MailFailure = AccountFailure | 'disconnected'

/** A subscription as Stripe reports it; times ISO 8601. */
export interface SubscriptionSnapshot {
  readonly plan: PaidPlan
  readonly status: SubscriptionStatus
  readonly period_start: string
  readonly period_end: string
  readonly cancel_at_period_end: boolean
  readonly told_at: string
}

type NotOpened =
  /** This worker has no key of Stripe's. */
  | { readonly result: 'unconfigured' }
  /** `code` is Stripe's. */
  | { readonly result: 'refused' | 'unreachable'; readonly code: string }

type ActorSchemaFound =
  | {
      readonly found: 'schema'
      readonly fields: Fields
      /** The counts of the last 30 days, as the platform publishes them. */
      readonly runs: Tally | null
      /** Absent from a worker that does not read it yet. */
      readonly price?: ActorPrice | null
    }
  /** A worker that does not read the counts of such an actor yet leaves them out. */
  | { readonly found: 'no_schema'; readonly runs?: Tally | null }
  | { readonly found: 'no_account' | 'not_found' | 'unreachable' }

export type OperationKind = keyof Kinds

/** The names that the operations' workflows and activities have in Temporal. */
export const OPERATION_TYPES = {
  verify_credential: 'verifyCredential',
  actor_schema: 'readActorSchema',
  client_document: 'readClientDocument',
  open_checkout: 'openCheckout',
  change_subscription: 'changeSubscription',
  open_portal: 'openPortal',
  connect_link: 'connectLink',
  read_account: 'readAccount',
  remove_account: 'removeAccount',
  make_inbox: 'makeInbox',
  make_domain: 'makeDomain',
  check_domain: 'checkDomain',
  remove_domain: 'removeDomain',
  register_webhook: 'registerWebhook',
  remove_webhook: 'removeWebhook',
} as const satisfies Record<OperationKind, string>

/** `environment`: that of the request, so that the sandbox keeps to its part of the worker. */
export type ProviderOperation<K extends OperationKind = OperationKind> = {
  [Kind in K]: { readonly kind: Kind; readonly environment?: Environment } & Kinds[Kind]['question']
}[K]
export type OperationAnswer<K extends OperationKind = OperationKind> = {
  [Kind in K]: { readonly kind: Kind } & Kinds[Kind]['answer']
}[K]

export const isAnswerTo = <K extends OperationKind>(
  kind: K,
  answer: OperationAnswer,
): answer is OperationAnswer & OperationAnswer<K> => answer.kind === kind
