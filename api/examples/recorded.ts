import { readdirSync, readFileSync } from 'node:fs'

/**
 * The recorded answers: operation id -> status -> name of the example request (`answer` where there is none) -> body.
 */
export type RecordedAnswers = Readonly<Record<string, AnswersOfOperation>>
export type AnswersOfOperation = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * The answers that the reference shows: the service's answers to the example requests, one file per tag, shortened.
 * `RECORD_EXAMPLES=1 npm test -- test/api/examples` writes them; without it the same test compares them with the
 * service's answers.
 */
export function readRecordedAnswers(): RecordedAnswers {
  const folder = new URL('./', import.meta.url)
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
  return Object.assign(
    {},
    ...files.map((name): RecordedAnswers => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  )
}
