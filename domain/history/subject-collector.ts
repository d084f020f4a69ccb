import { domainsOf } from '../identity/covers.ts'
import type { Identity, SubjectKind } from '../identity/kinds.ts'
import { VALUE_LENGTH_MAX } from '../identity/read.ts'
import { nameWords } from './name-words.ts'

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

/**
 * The subjects that have a row each. One result of a hundred posts names some hundreds; the others of such a list are
 * stored in blocks (`db/runs/history/blocks.ts`).
 */
export const SUBJECT_ROWS_MAX = 150
/** A provider's answer has at most 10 MB: five thousand records with twenty subjects each. */
export const SUBJECTS_MAX = 100_000

export interface SubjectCollector {
  /** Records a subject and the subjects that cover it. `path` is called only for a new subject. */
  add(identity: Identity, path: () => string): void
  /**
   * In the order in which they were found. If there are more than `SUBJECT_ROWS_MAX`, the best are first: people's and
   * companies' own identities, then names, then URLs, then subjects that only cover them.
   */
  all(): FoundSubject[]
}

export function collectFound(): SubjectCollector {
  const found = new Map<string, FoundSubject>()
  const note = ({ kind, value }: Identity, exact: boolean, path: () => string): void => {
    const key = `${kind} ${value}`
    const known = found.get(key)
    if (known === undefined ? found.size >= SUBJECTS_MAX : known.exact || !exact) return
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
    all() {
      const all = [...found.values()]
      if (all.length <= SUBJECT_ROWS_MAX) return all
      const ranked = Map.groupBy(all, rankOf)
      return [0, 1, 2, COVER_RANK].flatMap((rank) => ranked.get(rank) ?? [])
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
