import type { Static, TSchema } from 'typebox'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../../db/database.ts'
import type { BoundCaller, FindRoute, Sent } from '../bound-route.ts'
import type { Html } from '../markup.ts'
import type { SessionPrincipal } from '../principal.ts'
import type { Problem } from '../problem.ts'
import { addressOf, type Query } from './paths.ts'

/** A person who asks, in one environment. */
export interface PersonCaller extends BoundCaller {
  readonly principal: SessionPrincipal
}

/** What a page is shown for. */
export interface View {
  readonly caller: PersonCaller
  readonly environment: Environment
  /** What stands in the path for `{name}`. */
  readonly params: Readonly<Record<string, string>>
  /** The first value of each name. */
  readonly query: Readonly<Record<string, string>>
  readonly now: Date
  /** What was asked of the page just now and refused. */
  readonly refused: Refused | null
}

/** A form that was refused: it is shown again, filled in as it was, with what is wrong beside the field that it is about. */
export interface Refused {
  readonly problem: Problem
  readonly form: URLSearchParams
}

export interface Shown {
  readonly title: string
  /** Stands below the heading. */
  readonly main: Html
}

export interface Page {
  /** Within an environment: `/runs/{run_id}`, or nothing for the overview. */
  readonly path: string
  /** The path of the page in the navigation that it belongs to; its own for a page that stands there. */
  readonly section: string
  /** What the navigation calls it; only pages that stand there have one. */
  readonly navigation?: string
  /** Throws a Problem, which is shown instead. */
  show(view: View): Promise<Shown>
  /**
   * What a form of the page asks for: answers where to go on, or what is shown this once, as a secret is. Throws a Problem, with which the
   * page is shown again.
   */
  act?(view: View, form: URLSearchParams): Promise<string | Shown>
}

/** Asks a route as the person of a view, or as nobody; throws its Problem. */
export type Ask<S extends TSchema> = (of: { readonly caller: BoundCaller }, sent?: Sent) => Promise<Static<S>>

export interface PageParts {
  /** Finds a route by its operationId, and the schema of the answer that is wanted of it. Throws at the start for a route that does not answer so. */
  readonly find: <S extends TSchema>(operationId: string, answer: S) => Ask<S>
  /** For what no route answers. */
  readonly db: Database
}

/** A page that is yet to be given the routes that it asks. */
export type MakePage = (parts: PageParts) => Page

/** How pages find routes: what a route declares to answer is what a page gets, so nothing is declared or checked twice. */
export const askingBy = (find: FindRoute): PageParts['find'] => <S extends TSchema>(operationId: string, answer: S): Ask<S> => {
  const bound = find(operationId)
  const { responses } = bound.route
  if (!Object.values(responses).some(({ schema }) => schema === answer)) throw new Error(`${operationId} answers by another schema`)
  return async ({ caller }, sent = {}) => {
    const { status, body } = await bound.call(sent, caller)
    if (!isAnswer(answer, responses[status]?.schema, body)) throw new Error(`${operationId} answered ${status}, which its page does not expect`)
    return body
  }
}

/** The handler of a route is held to its schema by its type, and its answer in tests. */
const isAnswer = <S extends TSchema>(wanted: S, declared: TSchema | undefined, _body: unknown): _body is Static<S> => wanted === declared

/** The address of another page in the same environment. */
export const at = ({ environment }: Pick<View, 'environment'>, path: string, query: Query = {}): string => addressOf(environment, path, query)
