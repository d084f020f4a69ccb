import { readFileSync } from 'node:fs'
import { SUBJECT_KINDS } from '../../../../domain/identity/kinds.ts'

/** An identity as it was written, and its value; `refused`: it is none. */
export interface Spelling {
  readonly kind: (typeof SUBJECT_KINDS)[number]
  /** The network of a handle; empty for other kinds. */
  readonly platform: string
  readonly text: string
  readonly right: string
  readonly line: string
}

/** The corpus. Its texts are JSON, so that invisible characters show. */
export const SPELLINGS: readonly Spelling[] = readFileSync(new URL('spellings.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [name, platform = '', written = '""', right = ''] = line.split('\t')
    const kind = SUBJECT_KINDS.find((one) => one === name)
    const text: unknown = JSON.parse(written)
    if (kind === undefined || typeof text !== 'string') throw new Error(`no line of spellings: ${line}`)
    return { kind, platform, text, right, line }
  })
