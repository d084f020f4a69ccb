import { type RequestedSubject, requestedSubject } from '../history/requested-subject.ts'
import { idPattern } from '../ids/ids.ts'

/** What a text of a search over runs may mean. */
export type RunSearch =
  | { readonly kind: 'id'; readonly id: string }
  | {
      readonly kind: 'text'
      readonly text: string
      /** The person, company or page that it names. */
      readonly subject: RequestedSubject | null
      /** Of SQL's `ilike`: anything that has the text in it. */
      readonly pattern: string
      /** The same, for JSON as PostgreSQL writes it. */
      readonly patternInJson: string
    }

const RUN_ID = new RegExp(idPattern('run'))

/** The text has at least one character that is no space. */
export function searchOf(given: string): RunSearch {
  const text = given.trim()
  const id = text.toLowerCase()
  if (RUN_ID.test(id)) return { kind: 'id', id }
  return {
    kind: 'text',
    text,
    subject: requestedSubject(text),
    pattern: patternOf(text),
    patternInJson: patternOf(JSON.stringify(text).slice(1, -1)),
  }
}

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
