import { isJsonObject, type Json, type JsonObject } from '../../../domain/json/json.ts'

/** The text of a client that reads the structured content. */
export function sentenceOf(body: JsonObject): string {
  const cut = body['cut'] === undefined ? '' : ' The answer was cut to fit: `cut` states how to read the rest.'
  return `${subjectOf(body)}${cut}`
}

function subjectOf(body: JsonObject): string {
  const error = errorOf(body['error'])
  if (typeof body['run_id'] === 'string' && typeof body['status'] === 'string') return runSentence(body, error)
  if (error !== null) return error
  const { items, hint } = body
  const todo = typeof hint === 'string' ? ` ${hint}` : ''
  if (Array.isArray(items)) return `${items.length} item${items.length === 1 ? '' : 's'}.${moreOf(body)}${todo}`
  return 'The answer is in the structured content.'
}

function runSentence(run: JsonObject, error: string | null): string {
  const charged = textAt(run['billing'], 'charged')
  const paid = charged === null || /^0\.0+$/.test(charged) ? 'Nothing was charged.' : `Charged ${charged} USD.`
  const credited = textAt(run['billing'], 'credited')
  const back = credited === null ? [] : [`Credited ${credited} USD, because its address bounced.`]
  const name = `Run ${String(run['run_id'])} is ${String(run['status'])}.`
  const { hint } = run
  if (run['done'] === false) return `${name} ${typeof hint === 'string' ? hint : 'Call get_run with wait.'}`
  return [name, paid, ...back, ...(error === null ? [] : [error])].join(' ')
}

/** Long enough for the messages of the service; a provider's may be longer. */
const MESSAGE_LENGTH_MAX = 300

function errorOf(error: Json | undefined): string | null {
  const [code, message] = [textAt(error, 'code'), textAt(error, 'message')]
  return code === null || message === null ? null : `${code}: ${message.slice(0, MESSAGE_LENGTH_MAX)}`
}

const moreOf = ({ next_cursor: cursor, next_after: after, has_more: more }: JsonObject): string =>
  typeof cursor === 'string'
    ? ' More with next_cursor as cursor.'
    : typeof after === 'string' && more === true
      ? ' More with next_after as after.'
      : ''

function textAt(value: Json | undefined, member: string): string | null {
  const text = isJsonObject(value) ? value[member] : undefined
  return typeof text === 'string' ? text : null
}
