import type { TSchema } from 'typebox'
import type { ErrorCode } from '../../domain/errors/codes.ts'

export interface Example {
  readonly summary?: string
  readonly value: unknown
}

export interface ResponseDeclaration {
  readonly description: string
  readonly schema: TSchema
  /** `application/json` by default; other types answer a string as it is. */
  readonly contentType?: string
  /** Other types of the same schema: a handler that answers with one sets the header `Content-Type`. */
  readonly otherContentTypes?: readonly string[]
  /** The body is sent piece by piece, as the handler's iterable yields them, and never held at once. */
  readonly stream?: true
  /** Name -> description of the header. */
  readonly headers?: Readonly<Record<string, string>>
  readonly examples?: Readonly<Record<string, Example>>
}
export type Responses = Readonly<Record<number, ResponseDeclaration>>

/** An error that a route documents; the pair form is for a code whose status the route overrides. */
export type ErrorAnswer = ErrorCode | { readonly code: ErrorCode; readonly status: number }

/** An answer as a handler returns it. */
export interface RawReply {
  readonly status: number
  /** An AsyncIterable of text where the response is declared as a stream. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
