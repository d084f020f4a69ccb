import { readdirSync, readFileSync } from 'node:fs'

/** What operations answered: operation id -> status -> name of the example that was sent (`answer` where there is none) -> body. */
export type RecordedAnswers = Readonly<Record<string, AnswersOfOperation>>
export type AnswersOfOperation = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * The answers that the reference shows: what the service answered to the examples of requests, one file per tag, shortened. They are written
 * by `RECORD_EXAMPLES=1 npm test -- test/api/examples`; without it the same test holds them against what the service answers.
 */
export function readRecordedAnswers(): RecordedAnswers {
  const folder = new URL('./', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json')).toSorted()
  return Object.assign({}, ...files.map((name): RecordedAnswers => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
}
