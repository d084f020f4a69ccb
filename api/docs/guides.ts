import { readFileSync } from 'node:fs'
import { DOCS_PATH } from '../dashboard/paths.ts'
import { type MarkdownPage, ordinaryLink, readMarkdown, type ResolveLink } from './markdown.ts'

/** The guides in the order in which a newcomer reads them; each is `docs/guides/<slug>.md`. */
const SLUGS = [
  'quickstart',
  'jobs',
  'long-runs',
  'tables',
  'webhooks',
  'sending',
  'replies',
  'law',
  'agents',
  'going-live',
] as const

export type GuideSlug = (typeof SLUGS)[number]

export interface Guide extends MarkdownPage {
  readonly slug: GuideSlug
  readonly path: string
}

/** The URL of the service in the guides' commands. */
export const SAMPLE_BASE_URL = 'https://api.example.com'

/** The guides of a service: their commands have its URL. */
export const readGuides = (publicUrl: string): readonly Guide[] =>
  SLUGS.map((slug) => {
    const text = readFileSync(new URL(`../../docs/guides/${slug}.md`, import.meta.url), 'utf8')
    return {
      slug,
      path: `${DOCS_PATH}/${slug}`,
      ...readMarkdown(text.replaceAll(SAMPLE_BASE_URL, publicUrl), guideLink),
    }
  })

/** A guide names another one by its file, as the repository shows it. */
const guideLink: ResolveLink = (href) => {
  const [, file, place = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? []
  return file === undefined ? ordinaryLink(href) : `${DOCS_PATH}/${file}${place}`
}
