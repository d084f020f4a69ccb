import type { SubjectKind } from '../identity/kinds.ts'

/** A member that identifies a record; `kind` if it is compared as that kind of identity rather than as text. */
export interface KeyMember {
  readonly member: string
  readonly kind?: SubjectKind
}

/** How the records of a capability's list are identified (decisions, "watch"). */
export interface RecordRule {
  /** The member of the result that holds the list. */
  readonly list: string
  /** Dedupe keys, the most reliable first: the first one whose members the record has all counts. */
  readonly keys: readonly (readonly KeyMember[])[]
  /**
   * Members that change by themselves and are no change of the record: counters of reactions, and where and when a
   * thing was last seen.
   */
  readonly volatile: readonly string[]
}

const text = (...members: string[]): KeyMember[] => members.map((member) => ({ member }))
const subject = (member: string, kind: SubjectKind): KeyMember => ({ member, kind })

const EMAIL = [subject('email', 'email')]
const LINKEDIN = [subject('linkedin_url', 'linkedin')]
const DOMAIN = [subject('domain', 'domain')]
const PAGE = [subject('url', 'url')]

const people = {
  list: 'items',
  keys: [LINKEDIN, EMAIL, [...text('full_name'), ...DOMAIN], text('full_name', 'company'), text('full_name')],
  volatile: [],
}
const companies = { list: 'items', keys: [DOMAIN, LINKEDIN, text('name')], volatile: [] }
const posts = {
  list: 'items',
  keys: [[subject('post_url', 'url')], text('platform', 'handle', 'posted_at'), text('author_url', 'text')],
  volatile: ['likes', 'comments', 'shares'],
}

/**
 * Every capability whose result is a list of things that come and go. All others answer one record: the subject that
 * the input names. The position of a page in a search engine is chance in `web.search` and the very question in
 * `seo.serp`.
 */
export const RECORD_RULES: Readonly<Record<string, RecordRule>> = {
  'contact.domain_emails': { list: 'items', keys: [EMAIL], volatile: [] },
  'person.search': people,
  'person.decision_makers': people,
  'company.search': companies,
  'company.similar': companies,
  'company.technologies': { list: 'technologies', keys: [text('name')], volatile: ['last_seen'] },
  'company.jobs': { list: 'jobs', keys: [PAGE, text('title', 'location'), text('title')], volatile: [] },
  'company.news': { list: 'articles', keys: [PAGE, text('title', 'source'), text('title')], volatile: [] },
  'company.filings': { list: 'filings', keys: [text('accession_number'), PAGE], volatile: [] },
  'social.posts': posts,
  'social.search': posts,
  'social.comments': {
    list: 'items',
    keys: [
      [subject('comment_url', 'url')],
      text('platform', 'handle', 'posted_at', 'text'),
      text('author_url', 'text'),
    ],
    volatile: ['likes', 'replies'],
  },
  'linkedin.jobs': { list: 'items', keys: [PAGE, text('title', 'company', 'location')], volatile: ['applicants'] },
  'web.search': { list: 'results', keys: [PAGE], volatile: ['position'] },
  'web.map': { list: 'links', keys: [PAGE], volatile: [] },
  'seo.keywords': { list: 'keywords', keys: [text('keyword')], volatile: [] },
  'seo.backlinks': {
    list: 'backlinks',
    keys: [[subject('url_from', 'url'), subject('url_to', 'url')]],
    volatile: ['last_seen'],
  },
  'seo.serp': { list: 'results', keys: [[...text('type'), ...PAGE], PAGE, text('type', 'title')], volatile: [] },
}

/** Names that a provider's own list may use for the id of a thing, the most reliable first. */
export const RAW_KEY_MEMBERS = [
  'id',
  'uuid',
  'guid',
  'urn',
  'key',
  '_id',
  'accession_number',
  'accessionNumber',
  'email',
  'linkedin_url',
  'url',
  'link',
  'permalink',
  'domain',
] as const
