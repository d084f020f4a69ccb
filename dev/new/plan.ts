/** Reads the files of the clone; paths are from its root. */
export interface Tree {
  /** null: there is no such file. */
  read(path: string): string | null
  /** The names in a folder; none where there is no such folder. */
  list(folder: string): readonly string[]
}

/** A file that must not exist yet. */
interface NewFile {
  readonly path: string
  readonly text: string
}

/** A change of a file at a place that a rule finds. */
interface Edit {
  readonly path: string
  /** null: the file has no such place. */
  readonly edited: (content: string) => string | null
  /** The place in words, for the refusal. */
  readonly place: string
}

export type FileChange = NewFile | Edit

/** What a generator writes. */
export interface Addition {
  readonly changes: readonly FileChange[]
  /** What is left to a person, in this order. */
  readonly left: readonly string[]
  /** The command that plays the new test, which fails until nothing is left. */
  readonly command: string
}

/** An argument that cannot be used, or a file without the place for a change. */
export class Refusal extends Error {}

/** The new content of every file of the plan. Throws a Refusal with every reason why one cannot be written. */
export function applied(tree: Tree, changes: readonly FileChange[]): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  const refused: string[] = []
  for (const change of changes) {
    const content = written.get(change.path) ?? tree.read(change.path)
    if ('text' in change) {
      if (content !== null) refused.push(`${change.path} exists.`)
      written.set(change.path, change.text)
    } else {
      const edited = content === null ? null : change.edited(content)
      if (edited === null) refused.push(`${change.path} has no ${change.place}.`)
      else written.set(change.path, edited)
    }
  }
  if (refused.length > 0) throw new Refusal(refused.join('\n'))
  return written
}

const insertedAt = (content: string, at: number | undefined, text: string): string | null =>
  at === undefined ? null : content.slice(0, at) + text + content.slice(at)

/** Adds an item to the end of the first list or object that `opening` begins: it matches up to the bracket. */
export const intoList = (path: string, opening: RegExp, item: string): Edit => ({
  path,
  place: `list that ${opening} opens`,
  edited(content) {
    const found = opening.exec(content)
    const end = found === null ? undefined : endOfList(content, found.index + found[0].length)
    const last = content.slice(0, end).trimEnd().at(-1) ?? ''
    return insertedAt(content, end, `${'[{,'.includes(last) ? '' : ','} ${item},\n`)
  },
})

/** Brackets in texts and comments close nothing. */
const PARTS = /'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[^]*?\*\/|[[\](){}]/g

/** The place of the bracket that closes what is open at `from`. */
function endOfList(content: string, from: number): number | undefined {
  let depth = 1
  for (const { 0: part, index } of content.slice(from).matchAll(PARTS)) {
    if ('[({'.includes(part)) depth += 1
    if ('])}'.includes(part)) depth -= 1
    if (depth === 0) return from + index
  }
  return undefined
}

/** Adds an import behind those of the same folder that come before it in the alphabet, or behind all. */
export const importing = (path: string, statement: string): Edit => ({
  path,
  place: 'imports',
  edited(content) {
    const sourceOf = (line: string): string => / from '([^']+)'/.exec(line)?.[1] ?? ''
    const folderOf = (line: string): string => /^[./]*/.exec(sourceOf(line))?.[0] ?? ''
    const all = [...content.matchAll(/^.* from '\.[^']+'\n/gm)]
    const before = all.findLast(
      ([line]) => folderOf(line) === folderOf(statement) && sourceOf(line) < sourceOf(statement),
    )
    const last = before ?? all.at(-1)
    return insertedAt(content, last && last.index + last[0].length, `${statement}\n`)
  },
})

/** Adds text behind the last match. */
export const behind = (path: string, pattern: RegExp, text: string): Edit => ({
  path,
  place: `place behind ${pattern}`,
  edited(content) {
    const last = [...content.matchAll(new RegExp(pattern, 'gm'))].at(-1)
    return insertedAt(content, last && last.index + last[0].length, text)
  },
})

/** Removes the first match. */
export const without = (path: string, pattern: RegExp): Edit => ({
  path,
  place: `line ${pattern}`,
  edited: (content) => (pattern.test(content) ? content.replace(pattern, '') : null),
})

/** Adds a line to the changes that a user of the API notices. */
export const noted = (line: string): Edit =>
  behind('CHANGELOG.md', /(?<=^## Unreleased\n(?:(?!## )[^\n]*\n)*)### Added\n\n/, `- ${line}\n`)
