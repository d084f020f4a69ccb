import { parse } from 'yaml'
import type { Page } from './pages.ts'

export const FOLDER = 'docs/decisions/'
export const INDEX = `${FOLDER}README.md`

export interface Decision {
  /** In the folder of decisions. */
  readonly file: string
  readonly name: string
  readonly date: string
  /** `accepted`, or `superseded by <file>`. */
  readonly status: string
  readonly topic: string
  readonly supersedes: string | undefined
  /** The decision in one sentence. */
  readonly sentence: string | undefined
}

export const readDecisions = (pages: readonly Page[]): Decision[] =>
  pages.filter(({ path }) => path.startsWith(FOLDER) && path !== INDEX).map(decisionOf)

/** A record: a head in YAML, the name as the title, and the decision in one sentence in bold. */
export function decisionOf({ path, text }: Page): Decision {
  const [, head, name, sentence] = /^---\n([^]*?)\n---\n\n# (.+)\n\n(?:\*\*([^]+?)\*\*\n)?/.exec(text) ?? []
  if (head === undefined || name === undefined) throw new Error(`${path} has no head and title of a decision`)
  return {
    ...parse(head, { schema: 'failsafe' }),
    file: path.slice(FOLDER.length),
    name,
    sentence: sentence?.replaceAll(/\s+/g, ' '),
  }
}

/** The rows of the index, by topic. */
export const indexed = (text: string): { topic: string; rows: string[] }[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      topic: part.split('\n', 1)[0] ?? '',
      rows: [...part.matchAll(/^\| \[.+$/gm)].map(([row]) => row),
    }))

/** The row of a decision in the index. */
export const rowOf = ({ name, file, sentence = '' }: Decision): string => `| [${name}](${file}) | ${sentence} |`

/** What is wrong with the heads of some records, in words. */
export function faultsOf(decisions: readonly Decision[]): string[] {
  const byFile = new Map(decisions.map((one) => [one.file, one]))
  return decisions.flatMap(({ file, date, status, supersedes }) => {
    const by = /^superseded by (\S+\.md)$/.exec(status)?.[1]
    return [
      ...(/^\d{4}-\d\d-\d\d$/.test(date) ? [] : [`${file}: its date is ${date}`]),
      ...(status === 'accepted' || by !== undefined ? [] : [`${file}: its status is ${status}`]),
      ...(by === undefined || byFile.get(by)?.supersedes === file ? [] : [`${file}: ${by} does not supersede it`]),
      ...(supersedes === undefined || byFile.get(supersedes)?.status === `superseded by ${file}`
        ? []
        : [`${file}: ${supersedes} is not superseded by it`]),
    ]
  })
}
