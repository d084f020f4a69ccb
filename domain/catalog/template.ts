/**
 * A path and its placeholders: `/submissions/CIK{cik}.json`, `/data/{year}/{dataset}`, `{number}.{format}`, `{+path}`.
 */

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'placeholder'
      readonly name: string
      /** Spelled as one that takes an entire path. */ readonly slashes: boolean
    }

export function readTemplate(path: string): TemplatePart[] {
  return path
    .split(/(\{[^{}/]+\})/)
    .filter((part) => part !== '')
    .map((part): TemplatePart => {
      if (!part.startsWith('{') || !part.endsWith('}')) return { kind: 'text', text: part }
      const name = part.slice(1, -1)
      const bare = name.replace(/^\+/, '').replace(/[*+]$/, '')
      return bare === '' || bare === name
        ? { kind: 'placeholder', name, slashes: false }
        : { kind: 'placeholder', name: bare, slashes: true }
    })
}

export const placeholdersOf = (path: string): string[] => [
  ...new Set(readTemplate(path).flatMap((part) => (part.kind === 'placeholder' ? [part.name] : []))),
]

/** Whether two templates have one shape: `/accounts/{id}` and `/accounts/{account_id}`. */
export const templateShape = (path: string): string => path.replace(/\{[^{}]+\}/g, '{}')

/**
 * The values of the placeholders in a concrete path (`/companies/42` of `/companies/{id}`), decoded; null if the path
 * does not fit the template. A placeholder takes as little as possible and never nothing; it takes a slash only if its
 * spelling allows one.
 */
export function matchTemplate(template: string, path: string): Readonly<Record<string, string>> | null {
  const found = patternOf(template).exec(path)
  if (found === null) return null
  const names = readTemplate(template).flatMap((part) => (part.kind === 'placeholder' ? [part.name] : []))
  const values: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const value = decoded(found[at + 1] ?? '')
    // A name that occurs twice has one value.
    if (value === null || (values[name] ?? value) !== value) return null
    values[name] = value
  }
  return values
}

/** Whether an already decoded path fits a template. */
export const fitsTemplate = (template: string, path: string): boolean => patternOf(template).test(path)

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${readTemplate(template)
      .map((part) => (part.kind === 'text' ? escaped(part.text) : part.slashes ? '(.+)' : '([^/]+?)'))
      .join('')}$`,
  )

/**
 * How much of a template is fixed: of several that a path fits, the one with more of it is meant (`/people/search`
 * before `/people/{id}`).
 */
export const fixedLength = (template: string): number =>
  readTemplate(template).reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0)

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
