import { domainsOf } from '../identity/covers.ts'
import type { Identity, SubjectKind } from '../identity/kinds.ts'
import { VALUE_LENGTH_MAX } from '../identity/read.ts'
import { nameWords } from './words.ts'

/** A subject that a run's input or result names, and where (Spec 2.8 `matched`). */
export interface FoundSubject {
  readonly kind: SubjectKind
  /** Normalized (see `domain/identity`). */
  readonly value: string
  /** JSON path within the input or the result, from `$`. */
  readonly path: string
  /** false if the subject only covers the identity there: a domain for an email at it. */
  readonly exact: boolean
  /** Names only: its words (see `nameWords`). */
  readonly words?: readonly string[]
}

/** One result of a hundred posts names some hundreds; more would be a list rather than the subjects of the run. */
export const SUBJECTS_MAX = 150
/** How many are collected before the best are chosen. */
const CANDIDATES_MAX = 2_000

export interface SubjectCollector {
  /** Records a subject and the subjects that cover it. `path` is called only for a new subject. */
  add(identity: Identity, path: () => string): void
  /**
   * At most 150: people's and companies' own identities first, then names, then URLs, then subjects that only cover
   * them.
   */
  best(): FoundSubject[]
}

export function collectFound(): SubjectCollector {
  const found = new Map<string, FoundSubject>()
  const note = ({ kind, value }: Identity, exact: boolean, path: () => string): void => {
    const key = `${kind} ${value}`
    const known = found.get(key)
    if (known === undefined ? found.size >= CANDIDATES_MAX : known.exact || !exact) return
    found.set(key, { kind, value, path: path(), exact, ...(kind === 'text' ? { words: nameWords(value) } : {}) })
  }
  return {
    add(identity, path) {
      if (identity.value.length > VALUE_LENGTH_MAX) return
      note(identity, true, path)
      for (const value of domainsOf(identity)) note({ kind: 'domain', value }, false, path)
      const bare = identity.kind === 'handle' ? identity.value.indexOf(':') : -1
      if (bare > 0) note({ kind: 'handle', value: identity.value.slice(bare + 1) }, false, path)
    },
    best() {
      const all = [...found.values()]
      return all.length <= SUBJECTS_MAX ? all : all.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, SUBJECTS_MAX)
    },
  }
}

const RANKS: Readonly<Record<SubjectKind, number>> = {
  email: 0,
  linkedin: 0,
  phone: 0,
  handle: 0,
  domain: 0,
  text: 1,
  url: 2,
}
const COVER_RANK = 3

const rankOf = ({ kind, exact }: FoundSubject): number => (exact ? RANKS[kind] : COVER_RANK)
