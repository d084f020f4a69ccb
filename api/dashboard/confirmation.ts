import type { Static, TSchema } from 'typebox'
import { html, type Html, type Part } from '../html/markup.ts'
import type { InProcessRequest } from '../route/in-process.ts'
import { formOf } from './forms.ts'
import type { DashboardPage, MakePage, RefusedForm, View } from './page.ts'

interface Confirmation {
  /** The consequences, shown before the person confirms. */
  readonly consequences: Part
  /** Names the form; the label of its button. */
  readonly action: string
  readonly submit: string
  readonly hidden?: Readonly<Record<string, string>>
  /** Where the page leads a person who cancels. */
  readonly back: string
}

/** What a person reads before they confirm, and the form that confirms it. */
export function confirmation({ consequences, back, ...form }: Confirmation, refused: RefusedForm | null): Html {
  const cancel = html`<a class="button plain" href="${back}">Cancel</a> `
  return html`<div class="confirmation">${consequences}</div>
${formOf({ ...form, fields: [], style: 'danger', more: cancel }, refused)}`
}

type TitledConfirmation = Confirmation & { readonly title: string }

interface ConfirmationPage extends Omit<DashboardPage, 'show'> {
  /** What is confirmed; throws a Problem where there is no such thing. */
  confirms(view: View): Promise<TitledConfirmation>
}

/** The confirmation of an action that cannot be undone: a separate page, so that it also works without a script. */
export const confirmationPage = ({ confirms, ...page }: ConfirmationPage): DashboardPage => ({
  ...page,
  async show(view) {
    const { title, ...question } = await confirms(view)
    return { title, main: confirmation(question, view.refused) }
  },
})

interface DestroyPage<S extends TSchema, D extends TSchema> extends Pick<DashboardPage, 'path' | 'section'> {
  /** The route that shows what is destroyed. It gets the values of the page's path, as the other one. */
  readonly read: readonly [operationId: string, answer: S]
  /** The route that shows it lists all of its kind, so it gets no values. */
  readonly isListed?: true
  readonly destroy: readonly [operationId: string, answer: D]
  /** What the route that destroys gets with these values. */
  readonly sent?: Pick<InProcessRequest, 'query' | 'body'>
  /** Throws a Problem where there is no such thing. */
  confirms(read: Static<S>, view: View): TitledConfirmation
  /** The path of the next page. */
  next(view: View, destroyed: Static<D>): string
}

/** The confirmation of one call of one route. */
export const destroyPage =
  <S extends TSchema, D extends TSchema>({
    read,
    isListed,
    destroy,
    sent = {},
    confirms,
    next,
    ...page
  }: DestroyPage<S, D>): MakePage =>
  ({ find }) => {
    const readIt = find(...read)
    const destroyIt = find(...destroy)
    return confirmationPage({
      ...page,
      confirms: async (view) => confirms(await readIt(view, isListed ? {} : { params: view.params }), view),
      act: async (view) => next(view, await destroyIt(view, { ...sent, params: view.params })),
    })
  }
