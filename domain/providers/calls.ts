import type { Fields } from '../catalog/endpoint.ts'
import type { Tally } from '../routing/health.ts'
import type { CredentialVerdict } from '../connections/checks.ts'
import type { CredentialOwner, SealedCredential } from '../connections/credential.ts'

/**
 * What a request may need of a provider outside a run, each kind with its question and its answer: the arguments
 * and the result of the workflow `callProvider`. Ids and encrypted credentials only, for both stay in its history.
 */
interface Kinds {
  verify_credential: {
    readonly question: CredentialOwner & { readonly sealed: SealedCredential }
    readonly answer: { readonly verdict: CredentialVerdict }
  }
  /** What an actor takes: public, and asked with the platform's account. The workspace is whoever inspects it. */
  actor_schema: {
    readonly question: { readonly workspaceId: string; readonly provider: string; readonly actorId: string }
    readonly answer: ActorSchemaFound
  }
}

type ActorSchemaFound =
  /** `runs`: of the last 30 days, as the platform publishes them. */
  | { readonly found: 'schema'; readonly fields: Fields; readonly runs: Tally | null }
  | { readonly found: 'no_account' | 'not_found' | 'unreachable' | 'no_schema' }

export type ProviderCallKind = keyof Kinds
export type ProviderCall<K extends ProviderCallKind = ProviderCallKind> = { [Kind in K]: { readonly kind: Kind } & Kinds[Kind]['question'] }[K]
export type ProviderAnswer<K extends ProviderCallKind = ProviderCallKind> = { [Kind in K]: { readonly kind: Kind } & Kinds[Kind]['answer'] }[K]

export const isAnswerTo = <K extends ProviderCallKind>(kind: K, answer: ProviderAnswer): answer is ProviderAnswer & ProviderAnswer<K> => answer.kind === kind
