import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { BoundRoute, FindRoute, InProcessRequest } from '../route/in-process.ts'
import { Problem } from '../errors/problem.ts'
import type { DeclaredReply } from '../route/route-call.ts'
import { withoutNulls } from '../validation/absence.ts'
import { invalidRequest } from '../validation/check.ts'
import { argumentsWithLimit, pageWithin } from './answer/page.ts'
import type { ItemWords } from './answer/words.ts'
import { whileWaiting } from './progress.ts'
import {
  answersOf,
  answersSchema,
  argumentsSchema,
  IDEMPOTENCY_ARGUMENT,
  IDEMPOTENCY_HEADER,
  type JsonSchema,
  asIn,
  type RouteMapping,
  type OwnArguments,
  placeOf,
} from './schemas.ts'
import type { ToolCall } from './tool-call.ts'

/** What clients may assume about a call when they decide whether a person has to confirm it. */
export interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** It reaches providers, or people. */
  readonly openWorldHint: boolean
}

export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

export interface ToolDescription {
  readonly name: string
  /** For people. */
  readonly title: string
  /** For agents: what it does, what it costs, when to use it. */
  readonly description: string
  readonly annotations: Annotations
  /** Takes `max_tokens`, because its answers may be long. */
  readonly budgeted?: true
  /** The members of its answers that may hold text of providers and of the people who wrote to the workspace. */
  readonly untrusted?: readonly string[]
  /** What of its items is in the words of the service, which name commands and routes. */
  readonly itemWords?: ItemWords
  /** Listed only while the workspace has tables on (Spec 4.11). */
  readonly ofTables?: true
  /** Answers with a run that it has started, which a client may take as a task while it has not ended. */
  readonly startsRun?: true
}

export interface ToolAnswer {
  readonly body: object
  /** The same as JSON. */
  readonly text: string
  /** The call was valid and ended in an error, such as a failed run. A run without a match has its answer. */
  readonly failed: boolean
  /** The idempotency key was used before, and nothing was done again. */
  readonly replayed: boolean
}

export interface Tool extends ToolDescription {
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  /** Throws a Problem for a call that is refused. */
  call(args: JsonObject, call: ToolCall): Promise<ToolAnswer>
}

/** Makes a tool from the routes that it calls. */
export interface MakeTool {
  (find: FindRoute): Tool
  /** For the reference, which shows how a tool does what an operation does; absent where a tool does more. */
  readonly calls?: ToolCalls
}

/** The operations that a tool calls, without the service behind them. */
export interface ToolCalls {
  readonly tool: string
  readonly operations: Readonly<Record<string, RouteMapping>>
  /** The tool's own arguments that select an operation. */
  readonly selects: Readonly<Record<string, JsonObject>>
}

export interface ToolDefinition<Id extends string> extends ToolDescription {
  /** The routes that it calls, by their operationIds. */
  readonly operations: Readonly<Record<Id, RouteMapping>>
  /** Arguments of the tool itself. */
  readonly own?: OwnArguments
  /** Objects among its arguments that another tool has too, with that tool: the list of tools describes them there. */
  readonly shared?: Readonly<Record<string, string>>
  /** The arguments of the tool itself that select an operation, where it has any. */
  readonly selects?: Readonly<Record<string, JsonObject>>
  /** Chooses the route and its arguments. Throws a Problem. */
  readonly choose: (args: JsonObject) => { readonly operation: Id; readonly args: JsonObject }
}

/**
 * A tool that calls one of several routes. Arguments, answers and refusals are the route's: nothing is declared twice.
 */
export function defineTool<Id extends string>({ selects = {}, ...definition }: ToolDefinition<Id>): MakeTool {
  const { name, operations } = definition
  return Object.assign((find: FindRoute) => toolOf(definition, find), { calls: { tool: name, operations, selects } })
}

function toolOf<Id extends string>(
  { operations, own, shared = {}, choose, ...facts }: Omit<ToolDefinition<Id>, 'selects'>,
  find: FindRoute,
): Tool {
  const all: [string, RouteMapping][] = Object.entries(operations)
  const bound = new Map(all.map(([id, operation]) => [id, { ...find(id), operation }]))
  const routes = [...bound.values()]
  const taken = argumentsSchema(
    routes.map(({ route, operation }) => [route, operation]),
    own,
  )
  return {
    ...facts,
    inputSchema: {
      ...taken,
      properties: {
        ...taken.properties,
        ...Object.fromEntries(Object.entries(shared).map(([member, tool]) => [member, asIn(tool, member)])),
      },
    },
    outputSchema: answersSchema(routes.flatMap(({ route }) => answersOf(route))),
    async call(args, call) {
      requireFew(args)
      const chosen = choose(presentArguments(taken, args))
      const to = bound.get(chosen.operation)
      if (to === undefined) throw new Error(`${facts.name} has no route ${chosen.operation}`)
      const answerTo = async (sent: JsonObject): Promise<ToolAnswer> =>
        answerOf(
          await to.call(sentTo(to, sent), call).catch((thrown: unknown) => {
            throw thrown instanceof Problem ? inArguments(thrown, to.operation, chosen.args) : thrown
          }),
        )
      return whileWaiting(call, async () =>
        pageWithin(await answerTo(chosen.args), call, (limit) => answerTo(argumentsWithLimit(chosen.args, limit))),
      )
    },
  }
}

/**
 * Several times the arguments of any tool. A message has room for a million names, and looking up each of them would
 * block other requests.
 */
const ARGUMENTS_MAX = 100

function requireFew(args: JsonObject): void {
  if (Object.keys(args).length > ARGUMENTS_MAX)
    throw invalidRequest([{ path: '', message: `must have at most ${ARGUMENTS_MAX} members` }])
}

/** The arguments without those that are null and optional, which a query would read as an empty text or as 0. */
function presentArguments(schema: JsonSchema, sent: JsonObject): JsonObject {
  const present = withoutNulls(schema, sent)
  if (!isPartOf(present)) throw new Error('unreachable')
  return present
}

const isPartOf = (present: unknown): present is JsonObject => typeof present === 'object'

/** The choice of a tool that calls one route. */
export const always =
  <const Id extends string>(operation: Id) =>
  (args: JsonObject): { operation: Id; args: JsonObject } => ({ operation, args })

export function answerOf({ status, body, text, headers }: DeclaredReply): ToolAnswer {
  if (typeof body !== 'object' || body === null || text === null) throw new Error('a tool answers with an object')
  const isMiss = 'status' in body && body.status === 'no_match'
  return { body, text, failed: status >= 400 && !isMiss, replayed: headers?.['Idempotent-Replay'] === 'true' }
}

/** Sorts the arguments into the parts of a request. */
function sentTo(
  { route, operation }: BoundRoute & { readonly operation: RouteMapping },
  args: JsonObject,
): InProcessRequest {
  const sent: Record<'params' | 'query' | 'body' | 'headers', JsonObject> = {
    params: {},
    query: {},
    body: {},
    headers: {},
  }
  for (const [argument, value] of Object.entries(args)) {
    const { part, member } = placeOf(route, operation, argument)
    sent[part] = { ...sent[part], [member]: part === 'headers' ? asHeader(value) : value }
  }
  const { body, ...rest } = sent
  return route.body === undefined ? rest : { ...rest, body }
}

/** A text as a header carries it: the bytes of its UTF-8, of which Node reads each as a character. */
const asHeader = (value: Json): Json => (typeof value === 'string' ? Buffer.from(value).toString('latin1') : value)

/** The refusal, with its pointers converted to the arguments that were sent. */
function inArguments(problem: Problem, { path, body }: RouteMapping, args: JsonObject): Problem {
  const { param, details, ...extras } = problem.extras
  const pairs = Object.entries({ ...path, ...body, [IDEMPOTENCY_ARGUMENT]: IDEMPOTENCY_HEADER })
  const argumentOf = (pointer: string): string => {
    const [argument] =
      pairs.find(([name, member]) => pointer === `/${member}` && name in args && !(member in args)) ?? []
    return argument === undefined ? pointer : `/${argument}`
  }
  if (param === undefined || argumentOf(param) === param) return problem
  const { code, httpStatus, headers, internal, cause, publicMessage } = problem
  return new Problem(code, publicMessage.replaceAll(`\`${param}\``, `\`${argumentOf(param)}\``), {
    ...extras,
    param: argumentOf(param),
    ...(details === undefined
      ? {}
      : { details: details.map(({ path: at, message }) => ({ path: argumentOf(at), message })) }),
    httpStatus,
    headers,
    ...(internal === undefined ? {} : { internal }),
    cause,
  })
}
