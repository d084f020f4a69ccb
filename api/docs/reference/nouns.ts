import { posix } from 'node:path'
import { DOCS_PATH, REFERENCE_PATH } from '../../dashboard/paths.ts'
import type { Html } from '../../html/markup.ts'
import { ordinaryLink, readMarkdown, type ResolveLink } from '../markdown.ts'
import { type PageFile, pageFiles, slugOfTag } from '../../openapi/page-files.ts'

/** A page about a noun, or about something that holds for several. */
export interface NounPage {
  readonly slug: string
  readonly path: string
  readonly title: string
  /** Its text, for the search. */
  readonly text: string
  readonly body: Html
}

/** The pages of the reference: those of each tag, and those that hold for every operation. */
export interface NounPages {
  readonly ofTag: (tag: string) => { readonly page: NounPage | null; readonly further: readonly NounPage[] }
  readonly general: readonly NounPage[]
}

export function readNounPages(tags: readonly string[]): NounPages {
  const files = pageFiles()
  const slugs = new Set(tags.map(slugOfTag))
  const made = new Map(files.map((file) => [file, nounPage(file)]))
  const pagesOf = (isOne: (file: PageFile) => boolean): NounPage[] =>
    files.filter(isOne).flatMap((file) => made.get(file) ?? [])
  return {
    ofTag: (tag) => {
      const slug = slugOfTag(tag)
      const [page = null] = pagesOf((file) => file.under === null && file.slug === slug)
      return { page, further: pagesOf(({ under }) => under === slug) }
    },
    general: pagesOf(({ under, slug }) => !slugs.has(under ?? slug)),
  }
}

const nounPage = (file: PageFile): NounPage => ({
  slug: file.slug,
  path: `${REFERENCE_PATH}/${file.slug}`,
  title: file.title,
  text: file.text,
  body: readMarkdown(file.text, linkFrom(file)).body,
})

/** A page names another page, and a guide, by its file, as the repository shows it. */
const linkFrom =
  ({ file }: PageFile): ResolveLink =>
  (href) => {
    const [path = '', anchor] = href.split('#')
    if (!path.endsWith('.md') || path.includes(':')) return ordinaryLink(href)
    const target = posix.normalize(posix.join(posix.dirname(file), path))
    const [, guide] = /^\.\.\/guides\/([a-z-]+)\.md$/.exec(target) ?? []
    const place = anchor === undefined ? '' : `#${anchor}`
    if (guide !== undefined) return `${DOCS_PATH}/${guide}${place}`
    return target.startsWith('../') ? null : `${REFERENCE_PATH}/${posix.basename(target, '.md')}${place}`
  }
