import { LINK_PATHS } from '../../domain/accounts/mails.ts'
import { ENVIRONMENTS, type Environment } from '../../domain/runs/states.ts'

export const DASHBOARD_PATH = '/dashboard'
export const SIGN_IN_PATH = `${DASHBOARD_PATH}/sign-in`
export const SIGN_UP_PATH = `${DASHBOARD_PATH}/sign-up`
export const SIGN_OUT_PATH = `${DASHBOARD_PATH}/sign-out`
export const SWITCH_PATH = `${DASHBOARD_PATH}/switch-workspace`
export const FORGOTTEN_PATH = `${DASHBOARD_PATH}/forgot-password`
/** The mails that the service sends name these. */
export const RESET_PATH = LINK_PATHS.reset_password
export const VERIFY_PATH = LINK_PATHS.verify_email
export const INVITATION_PATH = LINK_PATHS.invitation
/** The page on which a person adopts the workspace of an agent, within an environment. */
export const CLAIM_PATH = LINK_PATHS.claim.slice(DASHBOARD_PATH.length)
/** The page of the person who is signed in, within an environment. */
export const ACCOUNT_PATH = '/account'
export const ASSETS_PATH = `${DASHBOARD_PATH}/assets`
/** The guides and the reference, which need no session. */
export const DOCS_PATH = '/docs'
export const REFERENCE_PATH = '/api-reference'

/** Whether the dashboard answers a path. */
export const isDashboard = (path: string): boolean => path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`)

/** The path of a page: it names the environment, so that a link shows everybody the same thing. */
export interface PagePath {
  /** null: the path names none. */
  readonly environment: Environment | null
  /** Of the page within the environment: `/runs`, or empty for the overview. */
  readonly path: string
}

export function readPagePath(path: string): PagePath {
  const [, first, ...rest] = path.slice(DASHBOARD_PATH.length).split('/')
  const environment = ENVIRONMENTS.find((known) => known === first) ?? null
  const within = environment === null ? path.slice(DASHBOARD_PATH.length) : rest.map((part) => `/${part}`).join('')
  return { environment, path: within === '/' ? '' : within }
}

export type Query = Readonly<Record<string, string | number | null | undefined>>

/** The path of a page, with its query. Members of the query without a value are left out. */
export function pagePath(environment: Environment, path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return `${DASHBOARD_PATH}/${environment}${path}${search === '' ? '' : `?${search}`}`
}

/** The values of a path that matches a pattern such as `/runs/{run_id}`; null for one that does not. */
export function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = decoded(given[index] ?? '')
    if (value === null) return null
    if (part.startsWith('{')) params[part.slice(1, -1)] = value
    else if (part !== value) return null
  }
  return params
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The base for parsing a relative address: any origin works, because only the path is used. */
const ANYWHERE = 'http://dashboard.invalid'

/** The page after the sign-in: a page of the dashboard, whatever the path requests. */
export function returnPath(requestedPath: string | null | undefined): string {
  if (requestedPath === null || requestedPath === undefined || !URL.canParse(requestedPath, ANYWHERE))
    return DASHBOARD_PATH
  const { origin, pathname, search } = new URL(requestedPath, ANYWHERE)
  return origin === ANYWHERE && isDashboard(pathname) ? `${pathname}${search}` : DASHBOARD_PATH
}

/** A path with a query; an empty one leaves no trace. */
export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query.toString()}`

export const signInPath = (returnTo: string): string =>
  returnTo === DASHBOARD_PATH ? SIGN_IN_PATH : `${SIGN_IN_PATH}?${new URLSearchParams({ to: returnTo }).toString()}`
