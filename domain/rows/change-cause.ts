import type { Principal } from '../access/principal.ts'

/**
 * Why a row changed: a write or update over the API, the same by a person, an import of a CSV file, a run that writes
 * rows, a refresh of a watch, or the erasure of a person that the row mentioned.
 */
export const CHANGE_CAUSES = ['api', 'edit', 'import', 'run', 'watch', 'erasure'] as const

/** The cause of the changes that one write makes. */
export interface ChangeCause {
  readonly cause: (typeof CHANGE_CAUSES)[number]
  /** The id of the API key, connected app or person; null where the service itself writes. */
  readonly writer: string | null
  /** The run whose result is written. */
  readonly runId: string | null
}

export const writtenBy = (principal: Principal): ChangeCause => ({
  cause: principal.kind === 'session' ? 'edit' : 'api',
  writer: writerOf(principal),
  runId: null,
})

export const importedBy = (principal: Principal): ChangeCause => ({ ...writtenBy(principal), cause: 'import' })

/** `run`: the run that the caller started; `watch`: a refresh's. */
export const resultOf = (cause: 'run' | 'watch', runId: string): ChangeCause => ({ cause, writer: null, runId })

export const ERASURE: ChangeCause = { cause: 'erasure', writer: null, runId: null }

/** The id of the caller: an API key, a connected app or a person. */
export function writerOf(principal: Principal): string {
  switch (principal.kind) {
    case 'key':
      return principal.apiKeyId
    case 'session':
      return principal.userId
    case 'app':
      return principal.appId
  }
}
