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
}

export type ProviderCallKind = keyof Kinds
export type ProviderCall<K extends ProviderCallKind = ProviderCallKind> = { [Kind in K]: { readonly kind: Kind } & Kinds[Kind]['question'] }[K]
export type ProviderAnswer<K extends ProviderCallKind = ProviderCallKind> = { [Kind in K]: { readonly kind: Kind } & Kinds[Kind]['answer'] }[K]

export const isAnswerTo = <K extends ProviderCallKind>(kind: K, answer: ProviderAnswer): answer is ProviderAnswer<K> => answer.kind === kind
