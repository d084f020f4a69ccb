import type { Route } from '../../../api/route/route.ts'
import { at, httpClient, type HttpAnswer } from '../../support/http.ts'
import { until } from '../../support/until.ts'
import type { Asker, Stage, Step } from './step.ts'

/** Delayed results arrive within this time. It detects a hang, and does not judge a slow machine. */
const SECONDS_MAX = 60

/**
 * Sends a step, by the example of the route's declaration, and returns the answer. Throws when the route has no such
 * example.
 */
export async function take(step: Step, route: Route, stage: Stage): Promise<HttpAnswer> {
  await step.first?.(stage)
  const text = bodyOf(step, route, stage)
  const type = route.bodyType === 'text/csv' ? 'text/csv' : 'application/json'
  const send = () =>
    httpClient(stage.service.url).request(pathOfStep(step, route, stage), {
      method: route.method,
      ...(text === undefined ? {} : { text }),
      headers: {
        ...(text === undefined ? {} : { 'Content-Type': type }),
        ...credentialOf(step.as ?? 'person', stage),
        ...step.headers?.(stage.known, text ?? ''),
      },
    })
  const { until: satisfied } = step
  const answer = satisfied === undefined ? await send() : await until(send, ({ body }) => satisfied(body), SECONDS_MAX)
  for (const [name, place] of Object.entries(step.learn ?? {})) {
    const value = at(answer.body, ...place.split('.'))
    if (typeof value === 'string') stage.known.set(name, value)
  }
  return answer
}

function bodyOf(step: Step, route: Route, { known }: Stage): string | undefined {
  if (step.body !== undefined) return JSON.stringify(step.body(known))
  if (step.example === undefined) return undefined
  const example = route.bodyExamples?.[step.example]
  if (example === undefined) throw new Error(`${step.operation} has no example called ${step.example}`)
  if (typeof example.value === 'string') return example.value
  return JSON.stringify({ ...Object(example.value), ...step.knowing?.(known) })
}

/** Parameters that a step does not name are those that the document shows. */
function pathOfStep({ params = {}, query = '', operation }: Step, route: Route, { known }: Stage): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const knownAs = params[name]
    const value = knownAs === undefined ? shownFor(route.params, name) : known.get(knownAs)
    if (value === undefined) throw new Error(`${operation}: there is no value for ${name}`)
    return encodeURIComponent(value)
  })
  const queryText = typeof query === 'string' ? query : query(known)
  return `${path}${queryText === '' ? neededOf(route) : queryText}`
}

/** The query parameters that a route requires, as the document shows them. */
function neededOf({ query }: Route): string {
  const needed = (query?.required ?? []).filter(
    (name: string) => at(query, 'properties', name, 'default') === undefined,
  )
  const search = new URLSearchParams(
    needed.map((name: string): [string, string] => [name, shownFor(query, name) ?? '']),
  )
  return needed.length === 0 ? '' : `?${search}`
}

function shownFor(schema: unknown, name: string): string | undefined {
  const shown = at(schema, 'properties', name, 'examples', '0')
  return shown === undefined ? undefined : String(shown)
}

function credentialOf(asker: Asker, { known }: Stage): Record<string, string> {
  if (asker === 'anonymous') return {}
  return {
    Authorization: `Bearer ${known.get('session') ?? ''}`,
    ...(asker === 'person' ? { 'Service-Environment': 'test' } : {}),
  }
}
