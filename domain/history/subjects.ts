import type { SubjectKind } from '../identity/kinds.ts'

/** A subject that a run's input or result names, and where (Spec 2.8 `matched`). */
export interface FoundSubject {
  readonly kind: SubjectKind
  /** Normalized (see `domain/identity`). */
  readonly value: string
  /** JSON path within the input or the result, from `$`. */
  readonly path: string
  /** false where the subject only covers what stands there: a domain for an email at it. */
  readonly exact: boolean
}
