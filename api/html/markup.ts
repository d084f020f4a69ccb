import { escapeHtml } from './html.ts'

/** A piece of a page. Only `html` makes one, so its content is escaped. */
class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}
export type Html = Markup

/** The values of a template: text is escaped, pieces stay as they are, null and false show nothing. */
export type Part = Html | string | number | bigint | null | undefined | false | readonly Part[]

/**
 * A template of HTML. Values go into elements or quoted attributes; a URL that another person chose is never put
 * into `href`.
 */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Markup(texts.map((text, index) => text + written(parts[index])).join(''))

/**
 * The attributes of a tag, each after a space. `true` writes the name alone; null, undefined and false omit the
 * attribute.
 */
export const attributes = (values: Readonly<Record<string, string | number | boolean | null | undefined>>): Part =>
  Object.entries(values).map(([name, value]) => {
    if (value === null || value === undefined || value === false) return null
    return value === true ? html` ${name}` : html` ${name}="${value}"`
  })

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.toString()
  return typeof part === 'object' ? part.map(written).join('') : escapeHtml(String(part))
}
