import type { StepContext } from '../../middleware/state.ts'
import type { RouteCaller } from '../../route/pipeline.ts'
import type { PageParts, RefusedForm, Shown } from '../page.ts'

/** A form for people who have not signed in. */
export interface VisitorPage {
  readonly path: string
  /** A person who is signed in is led on instead of seeing the form. */
  readonly leadsOn?: true
  /** `query`: of the URL; it may name the page to continue with, or have the token of a mail. */
  show(query: URLSearchParams, refused: RefusedForm | null): Shown | Promise<Shown>
  /** Returns the path to continue with, or content that is shown once. Throws the Problem of its route. */
  act(ctx: StepContext, sent: SentForm): Promise<string | Shown>
}

export interface SentForm {
  readonly caller: RouteCaller
  readonly form: URLSearchParams
  readonly query: URLSearchParams
}

export type VisitorParts = Pick<PageParts, 'find' | 'db' | 'publicUrl' | 'mails'>

/** The token of a mail's link: a form that was refused has it too. */
export const linkToken = (query: URLSearchParams, refused: RefusedForm | null): string =>
  refused?.form.get('token') ?? query.get('token') ?? ''
