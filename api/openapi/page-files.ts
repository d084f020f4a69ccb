import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

const FOLDER = new URL('../../docs/reference/', import.meta.url)
/** What the folder is for; it is no page. */
const INDEX = 'README.md'

/** A page of `docs/reference/` (decisions, "pages of nouns"). */
export interface PageFile {
  /** Its path in the folder. */
  readonly file: string
  /** The name of the file without its ending: the last part of its path in the service. */
  readonly slug: string
  /** The slug of the page whose folder it is in; null for a page of the folder itself. */
  readonly under: string | null
  readonly title: string
  /** Its first paragraph. */
  readonly lead: string
  /** Markdown, without the title. */
  readonly text: string
}

/** The page of a tag is the file with its name. */
export const slugOfTag = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

let read: readonly PageFile[] | undefined

/** All pages, by the names of their files. They are read once. */
export const pageFiles = (): readonly PageFile[] =>
  (read ??= readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split('\\').join('/'))
    .filter((name) => name.endsWith('.md') && name !== INDEX)
    .toSorted()
    .map((file) => pageFile(file, readFileSync(new URL(file, FOLDER), 'utf8'))))

/** The page of a tag; undefined for a tag that has none. */
export const pageOfTag = (tag: string): PageFile | undefined =>
  pageFiles().find(({ under, slug }) => under === null && slug === slugOfTag(tag))

export function pageFile(file: string, content: string): PageFile {
  const [, title = '', text = ''] = /^# (.+)\n+([^]*)$/.exec(content) ?? []
  const folder = posix.dirname(file)
  const [lead = ''] = text.split('\n\n', 1)
  return {
    file,
    slug: posix.basename(file, '.md'),
    under: folder === '.' ? null : folder,
    title,
    lead: lead.replaceAll(/\s+/g, ' ').trim(),
    text,
  }
}
