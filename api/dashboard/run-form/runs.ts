import { readRunTimeline, type RunTimeline } from '../../../db/runs/timeline.ts'
import { isJsonObject, type JsonObject } from '../../../domain/json/json.ts'
import { Problem } from '../../errors/problem.ts'
import { Run } from '../../schemas/run.ts'
import { type PageParts, type View, runPath } from '../page.ts'
import { isRunForm, requestOf, type Runnable } from './form.ts'
import type { Sampled } from './samples.ts'

/** What a page with a run form does for it. */
export interface FormRuns {
  /** Starts what the form requests; the path of the run's page. Throws the Problem that the form shows. */
  start(view: View, form: URLSearchParams, runnable: Pick<Runnable, 'names' | 'parts'>): Promise<string>
  /**
   * The first values of the fields: the request of the run that `?again=` names, with `&follow_up=` as a message
   * into the thread that its refusal names; else in the sandbox the example, and for real money nothing. `sample` is
   * what the samples of code request: that run, or else the example.
   */
  valuesFor(
    view: View,
    names: Runnable['names'],
    found: Inspected,
  ): Promise<{ readonly values: Runnable['values']; readonly sample: Sample }>
}

/** Of a capability or an endpoint that was inspected. */
interface Inspected {
  readonly example: JsonObject | null
}

type Sample = Pick<Sampled, 'body'> | null

export function createFormRuns({ find, db }: Pick<PageParts, 'find' | 'db'>): FormRuns {
  const createRun = find('createRun', Run)
  const getRun = find('getRun', Run)
  return {
    async start(view, form, runnable) {
      if (!isRunForm(form)) throw new Problem('invalid_request', 'There is no action with this name.')
      const { run_id: runId } = await createRun(view, {
        body: requestOf(form, runnable),
        headers: { 'Idempotency-Key': form.get('once') ?? '' },
      }).catch(asFieldProblem)
      return runPath(view, runId)
    },
    async valuesFor(view, names, { example }) {
      const { again } = view.query
      const timeline = again === undefined ? null : await readRunTimeline(db, again, view.caller.principal)
      if (timeline === null)
        return {
          values: view.environment === 'test' ? (example ?? {}) : {},
          sample: example === null ? null : { body: example },
        }
      const { rawRequest } = timeline
      const followsUp = again !== undefined && view.query['follow_up'] !== undefined
      const refused = followsUp ? (await getRun(view, { params: { run_id: again } })).error : undefined
      const input = inThread(timeline.input, refused)
      const values = { input, ...(rawRequest !== null && { path: rawRequest.path, query: rawRequest.query }) }
      return { values, sample: { body: { ...names, ...values } } }
    },
  }
}

/** The input as a follow-up: a chat takes the place of its people. */
function inThread(input: RunTimeline['input'], error: Run['error']): RunTimeline['input'] {
  if (!isJsonObject(input)) return input
  if (error?.in_reply_to !== undefined) return { ...input, in_reply_to: error.in_reply_to }
  if (error?.chat_id === undefined) return input
  const { profile_url: _profile, handle: _handle, phone: _phone, ...message } = input
  return { ...message, chat_id: error.chat_id }
}

/** A table that does not exist is a mistake in the form, and no page that is missing. */
export function asFieldProblem(thrown: unknown): never {
  if (thrown instanceof Problem && thrown.code === 'not_found' && thrown.extras.param?.startsWith('/into') === true)
    throw new Problem('invalid_request', thrown.publicMessage, { param: '/into' })
  throw thrown
}
