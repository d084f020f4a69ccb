import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Classified, ReplyClass } from '../../../domain/replies/classes.ts'
import { classifyMessage } from '../../../domain/replies/classify.ts'

/**
 * Messages that others wrote: the samples of public guides to notices of absence, of the test suites of classifiers and
 * mail libraries, of mail corpora and of RFCs. Names, addresses and companies are replaced.
 */
export interface Sample {
  readonly class: ReplyClass
  /** Further classes that a reader may find as right. */
  readonly also?: readonly ReplyClass[]
  readonly text: string
  readonly subject?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
  readonly content_types?: readonly string[]
  readonly received_at?: string
  readonly returns_at?: string | null
  readonly successor?: string | null
  readonly source: string
}

const FOLDER = join(import.meta.dirname, 'messages')

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja'] as const

/**
 * `tuned` were read while the phrases were written, `held` for the first time after that, and `unseen` after `held` had
 * been read too. Each set was read once before anything was added for it (decisions, "replies").
 */
export const SETS = ['tuned', 'held', 'unseen'] as const

export function samplesOf(language: (typeof LANGUAGES)[number], set: (typeof SETS)[number]): readonly Sample[] {
  const name = `${language}-${set}.json`
  if (!readdirSync(FOLDER).includes(name)) throw new Error(`no messages ${name}`)
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
}

export const classified = (sample: Sample): Classified =>
  classifyMessage({
    headers: sample.headers === undefined ? null : new Map(Object.entries(sample.headers)),
    subject: sample.subject ?? 'Re: Hello',
    text: sample.text,
    receivedAt: sample.received_at ?? '2026-09-25T10:00:00Z',
    from: sample.from ?? 'Robin Sample <robin@example.net>',
    contentTypes: sample.content_types ?? [],
  })
