import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { posix } from 'node:path'

const ROOT = new URL('../../', import.meta.url).pathname
const NOT_OURS = /(?:^|\/)(?:node_modules|\.data|\.git|coverage)(?:\/|$)/
/** Recorded answers of providers, unchanged. */
const FIXTURES = /^test\/fixtures\/./

export interface Page {
  /** From the root of the project, with slashes. */
  readonly path: string
  readonly text: string
}

/** Every Markdown page of the project. */
export const readPages = (): Page[] =>
  pagesOf((path) => path.endsWith('.md') && (!FIXTURES.test(path) || path === 'test/fixtures/README.md'))

/** What operators read besides: the chart, alerts, the dashboard of metrics, the container files. */
export const readOperatorsTexts = (): Page[] =>
  pagesOf((path) =>
    /^(?:ops\/(?:helm|monitoring)\/.*\.(?:ya?ml|tpl|txt|json)|docker-compose\.yml|Dockerfile)$/.test(path),
  )

function pagesOf(isPage: (path: string) => boolean): Page[] {
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !NOT_OURS.test(one.name))
    .map(({ name }) => name)
  const names = [
    ...readdirSync(ROOT),
    ...folders.flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    ),
  ]
  return (
    names
      .filter((path) => !NOT_OURS.test(path) && isPage(path))
      // A page that a link in another folder leads to is looked at once.
      .filter((path) => realpathSync(ROOT + path) === realpathSync(ROOT) + '/' + path)
      .map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }))
  )
}

const isThere = (path: string): boolean => existsSync(ROOT + path)

/** The headings of a page, without marks of code. */
export const headingsOf = (text: string): string[] =>
  [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.replaceAll('`', ''))

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

const withoutFences = (text: string): string => text.replaceAll(/^(`{3,}).*\n[^]*?^\1$/gm, '')

/**
 * Links of a page without a target: no such file, or no such heading in it. A link that begins with a slash is a path
 * of the service, which test/api/docs/pages.test.ts opens.
 */
export function brokenLinks(page: Page, pages: readonly Page[]): string[] {
  const links = [...page.text.matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)].map(([, to = '']) => to)
  return links.filter((to) => {
    const [file = '', anchor] = to.split('#')
    const path = file === '' ? page.path : posix.join(posix.dirname(page.path), file)
    if (!path.endsWith('.md')) return !isThere(path)
    const target = pages.find((one) => one.path === path)
    return target === undefined || (anchor !== undefined && !headingsOf(target.text).map(anchorOf).includes(anchor))
  })
}

export const LINE_MAX = 120
/** Lines that a reader would have to scroll for; a row of a table and a picture have one line. */
export const longLines = ({ text }: Page): string[] =>
  text.split('\n').filter((line) => line.length > LINE_MAX && !/^(?:\||!\[)/.test(line))

const FOLDER = 'api|workflows|activities|usecases|worker|domain|db|telemetry|ops|dev|lab|test|docs|examples'
const PATH_IN_CODE = new RegExp(`^(?:${FOLDER})/[\\w./-]*$`)

/** Files of other repositories. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'test/ops/schemas/README.md': 'api/openapi-spec/v3' }

/** Files and folders that a page names as code, or as arguments of a command, and that do not exist. */
export function missingPaths({ path, text }: Page): string[] {
  const spans = [...withoutFences(text).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
  const lines = text.split('\n').map((line) => line.trim())
  const commands = [...spans, ...lines].filter((code) => code.startsWith('npm '))
  return [...spans, ...commands.flatMap((command) => command.split(' '))].filter(
    (code) => PATH_IN_CODE.test(code) && !isThere(code) && ELSEWHERE[path] !== code,
  )
}

/** Commands of a page that package.json has no script for. */
export const unknownCommands = ({ text }: Page, scripts: readonly string[]): string[] =>
  [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.includes(name))

/** A comment continues on the next line. */
const joined = (text: string): string => text.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ')
const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*[^]*?\*\/|(?:^|\s)\/\/ .*$/gm)].map(([comment]) => comment).join('\n')

/** The decisions that a source file cites. */
export const citedDecisions = (text: string): string[] =>
  [...joined(text).matchAll(/\bdecisions, ((?:"[^"]+"(?:, | and )?)+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  )

/**
 * Citations of pages that the repository does not have; a citation is `ops/RUNBOOK.md` or `ops/RUNBOOK.md, "Restore"`.
 */
export function danglingCitations(text: string, pages: readonly Page[]): string[] {
  const cited = joined(commentsOf(text)).matchAll(/(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.md)\b`?(?:, "([^"]+)")?/g)
  const dangling = [...cited].filter(([, path = '', heading]) => {
    const page = pages.find((one) => one.path === path)
    return page === undefined || (heading !== undefined && !headingsOf(page.text).includes(heading))
  })
  const unnamed = [
    ...joined(text).matchAll(/\b(?:design|style|decisions)(?:: "|\.md, "|, [^"\s]+ ")|\b(?:design|style), "/g),
  ]
  return [...dangling, ...unnamed].map(([words]) => words)
}
