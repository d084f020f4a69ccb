import type { Static, TSchema } from 'typebox'
import type { Environment } from '../../domain/runs/states.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import type { OperatorSettings } from '../../domain/settings/operators.ts'
import type { Database } from '../../db/database.ts'
import type { ClientPackages } from '../clients/packages.ts'
import type { FindRoute, InProcessRequest } from '../route/in-process.ts'
import type { RouteCaller } from '../route/pipeline.ts'
import { isPieces } from '../route/route-call.ts'
import type { PiecesAnswer } from '../middleware/send-pieces.ts'
import type { Html } from '../html/markup.ts'
import { type Access, refusalOfAccess } from '../../domain/access/access.ts'
import type { SessionPrincipal } from '../../domain/access/principal.ts'
import type { Problem } from '../errors/problem.ts'
import type { WhoAmI } from '../schemas/auth.ts'
import { pagePath, type Query } from './paths.ts'

/** An authenticated person, in one environment. */
export interface PersonCaller extends RouteCaller {
  readonly principal: SessionPrincipal
}

/** The input of a page. */
export interface View {
  readonly caller: PersonCaller
  readonly environment: Environment
  /** The values of the path's `{name}` placeholders. */
  readonly params: Readonly<Record<string, string>>
  /** The first value of each name. */
  readonly query: Readonly<Record<string, string>>
  readonly now: Date
  /** Only the live parts of the page are needed. */
  readonly isRefresh: boolean
  /** Who is signed in, and in which workspace; read once for a page. */
  readonly who: () => Promise<Static<typeof WhoAmI>>
  /** The form that was just sent to the page and refused. */
  readonly refused: RefusedForm | null
  /** Whether the person has hidden the first steps of this workspace in this browser. */
  readonly firstSteps: { readonly hidden: boolean; readonly hide: () => void }
}

/** A form that was refused: it is shown again with its input, and each message at its field. */
export interface RefusedForm {
  readonly problem: Problem
  readonly form: URLSearchParams
}

/** A page that contains another one, as a table contains its rows. */
export interface ContainingPage {
  readonly name: string
  readonly path: string
}

export interface Shown {
  readonly title: string
  /** Next to the heading: the state of the thing that the page is about. */
  readonly state?: Html
  /** On the line of the heading, so that each page has them in the same place. The most important one is the first. */
  readonly actions?: readonly (Html | false | null)[]
  /** The pages between this one and its section, the outermost first. */
  readonly within?: readonly ContainingPage[]
  /** Shown below the heading. */
  readonly main: Html
}

/** The groups of the navigation, in their order; the first has no heading. */
export const NAVIGATION_GROUPS = ['', 'Data', 'Sending', 'Developers', 'Billing', 'Workspace'] as const

export interface NavigationEntry {
  readonly name: string
  readonly group: (typeof NAVIGATION_GROUPS)[number]
}

export interface DashboardPage {
  /** Within an environment: `/runs/{run_id}`, or empty for the overview. */
  readonly path: string
  /** The path of the page in the navigation that it belongs to; its own for a page of the navigation. */
  readonly section: string
  /** Its place in the navigation; only pages of the navigation have one. */
  readonly navigation?: NavigationEntry
  /** Only owners of the workspace may see it. */
  readonly forOwners?: true
  /** Its forms may have this many bytes, also as multipart/form-data; 64 KB otherwise. */
  readonly formBytesMax?: number
  /** Throws a Problem, which is shown instead. */
  show(view: View): Promise<Shown>
  /**
   * Does what a form of the page requests. Returns the path of the next page, or content that is shown once, such as
   * a secret. Throws a Problem, with which the page is shown again.
   */
  act?(view: View, form: URLSearchParams): Promise<string | Shown>
}

/** A file for download: no page of the navigation, and nothing in memory at once. */
export interface DashboardDownload {
  /** Within an environment, as that of a page. */
  readonly path: string
  /** Throws a Problem, which is shown as a page. */
  send(view: View): Promise<PiecesAnswer>
}

/** Calls a route that answers piece by piece. */
export type FileCall = (of: { readonly caller: RouteCaller }, sent?: InProcessRequest) => Promise<PiecesAnswer>

/** Calls a route as the person of a view, or unauthenticated; throws its Problem. */
export type PageCall<S extends TSchema> = (
  of: { readonly caller: RouteCaller },
  sent?: InProcessRequest,
) => Promise<Static<S>>

export interface PageParts {
  /**
   * Finds a route by its operationId and the schema of the expected answer. Throws at the start for a route that does
   * not declare this answer.
   */
  readonly find: <S extends TSchema>(operationId: string, answer: S) => PageCall<S>
  /** Finds a route that answers piece by piece. Throws at the start for any other route. */
  readonly findFile: (operationId: string) => FileCall
  /** For data that no route answers. */
  readonly db: Database
  /** Where the service is reached; known once it listens. */
  readonly publicUrl: () => string
  /** Who sees workflows in Temporal's Web UI; null: no page leads there. */
  readonly operators: OperatorSettings | null
  /** How links reach people: by mail, or, on a local start without a mail server, in the log. */
  readonly mails: 'smtp' | 'log' | null
  /** Of the providers of both environments. */
  readonly manifests: readonly Pick<ProviderManifest, 'slug' | 'environment'>[]
  /** The packages that programs install from this service. */
  readonly clients: Pick<ClientPackages, 'list'>
}

/** Makes a page from the routes that it calls. */
export type MakePage = (parts: PageParts) => DashboardPage
export type MakeDownload = (parts: PageParts) => DashboardDownload

/**
 * How pages find routes: a page gets the answer type that the route declares, so nothing is declared or checked twice.
 */
export const pageCalls =
  (find: FindRoute): PageParts['find'] =>
  <S extends TSchema>(operationId: string, answer: S): PageCall<S> => {
    const bound = find(operationId)
    const { responses } = bound.route
    if (!Object.values(responses).some(({ schema }) => schema === answer))
      throw new Error(`${operationId} answers by another schema`)
    return async ({ caller }, sent = {}) => {
      const { status, body } = await bound.call(sent, caller)
      if (!isAnswer(answer, responses[status]?.schema, body))
        throw new Error(`${operationId} answered ${status}, which its page does not expect`)
      return body
    }
  }

/** How downloads find routes. */
export const fileCalls =
  (find: FindRoute): PageParts['findFile'] =>
  (operationId) => {
    const bound = find(operationId)
    if (!Object.values(bound.route.responses).some(({ stream }) => stream === true))
      throw new Error(`${operationId} answers in one piece`)
    return async ({ caller }, sent = {}) => {
      const { status, headers, contentType, body } = await bound.call(sent, caller)
      if (!isPieces(body)) throw new Error(`${operationId} answered ${status}, which is no file`)
      return { status, contentType, pieces: body, ...(headers === undefined ? {} : { headers }) }
    }
  }

/** The type of a route's handler ensures its schema, and tests check its answers. */
const isAnswer = <S extends TSchema>(wanted: S, declared: TSchema | undefined, _body: unknown): _body is Static<S> =>
  wanted === declared

/**
 * Whether the person may do what routes of this access do. A page does not show what its person may not do; the routes
 * refuse it all the same.
 */
export const can = ({ caller }: Pick<View, 'caller'>, access: Access): boolean =>
  refusalOfAccess(access, caller.principal) === null

/** Where a link to a person is. */
export const linkPlace = ({ mails }: Pick<PageParts, 'mails'>): string =>
  mails === 'log' ? 'in the log of this local start' : 'on its way'

/** The page of a run. */
export const runPath = (view: Pick<View, 'environment'>, runId: string): string =>
  pageUrl(view, `/runs/${encodeURIComponent(runId)}`)

/** The path of another page in the same environment. */
export const pageUrl = ({ environment }: Pick<View, 'environment'>, path: string, query: Query = {}): string =>
  pagePath(environment, path, query)
