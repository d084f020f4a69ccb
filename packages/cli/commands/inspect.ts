import { action, type CommandSetup, withExamples } from '../frame.ts'
import type { Context } from '../context.ts'
import { styledState } from '../output/style.ts'
import { memberLines } from '../output/members.ts'
import { safeLine, wrapped } from '../output/text.ts'
import { fieldRows } from '../output/fields.ts'
import { at, listAt, textAt } from '../output/value.ts'

/** Spec 4.9: all details before a run, at the workspace's own prices. Free. */
export const inspect: CommandSetup = (command, frame) => {
  command
    .argument('<capability>', 'capability, or provider of a raw endpoint')
    .argument('[endpoint]', "raw endpoint: /path, or 'METHOD /path'")
  withExamples(
    action(command, frame, async (context, _, [first = '', endpoint]) => {
      const answer = await context.request('POST /v1/inspect', {
        body: endpoint === undefined ? { capability: first } : { provider: first, endpoint },
      })
      await context.show(answer, (body) =>
        at(body, 'kind') === 'capability' ? capabilityView(body, context) : endpointView(body, context),
      )
      await context.hints(answer)
    }),
    ['svc inspect contact.find', 'svc inspect hunter /email-finder', 'svc inspect contact.find --json | jq .offers'],
  )
}

function capabilityView(body: unknown, context: Context): string {
  const { style } = context
  return sections(context, [
    heading(textAt(body, 'capability'), body, context),
    memberLines(
      [
        ['status', textAt(body, 'status')],
        ['billing', textAt(body, 'billing')],
        ['from', amount(at(body, 'starting_price'))],
      ],
      style,
    ).join('\n'),
    titled('Input', fields([['', at(body, 'input_schema')]], context), context),
    titled(
      'Output',
      listAt(body, 'output_fields')
        .map((name) => safeLine(String(name)))
        .join(', '),
      context,
    ),
    titled('Offers', offers(body, context), context),
    titled('They take', takes(body, context), context),
    titled('Run it', runnable(body, context), context),
  ])
}

function endpointView(body: unknown, context: Context): string {
  const { style } = context
  const name = `${textAt(body, 'provider')} ${textAt(body, 'method')} ${textAt(body, 'endpoint')}`
  const cost = [textAt(body, 'cost', 'estimate') || 'no estimate', textAt(body, 'cost', 'note')].join('  ')
  return sections(context, [
    heading(name, body, context),
    memberLines(
      [
        ['status', textAt(body, 'status')],
        ['why', context.inWords(textAt(body, 'reason'))],
        ['cost', cost],
        ['health', textAt(body, 'health', 'status')],
        ['better', listAt(body, 'wrapped_by').map(String).join(', ')],
      ],
      style,
    ).join('\n'),
    titled(
      'Input',
      fields(
        [
          ['path', at(body, 'input', 'pathParams')],
          ['query', at(body, 'input', 'queryParams')],
          ['input', at(body, 'input', 'body')],
        ],
        context,
      ),
      context,
    ),
    titled(
      'Answer',
      listAt(body, 'output_fields')
        .map((field) => safeLine(String(field)))
        .join(', '),
      context,
    ),
    titled('Run it', runnable(body, context), context),
  ])
}

const heading = (name: string, body: unknown, { style }: Context): string =>
  `${style.bold(safeLine(name))}  ${safeLine(textAt(body, 'title'))}`

const amount = (price: unknown): string =>
  textAt(price, 'amount') === '' ? '' : `${textAt(price, 'amount')} ${textAt(price, 'currency')}`

const runnable = (body: unknown, context: Context): string => {
  const line = safeLine(context.again(textAt(body, 'run', 'cli')))
  return line === '' ? '' : `  $ ${line}`
}

const FIELD_COLUMNS = [{ title: 'NAME', fixed: true }, { title: 'TYPE' }, { title: 'NEEDED' }, { title: 'WHAT' }]

/** The members of an input, under the names of the parts in `svc run`. */
function fields(parts: readonly (readonly [string, unknown])[], context: Context): string {
  const several = parts.filter(([, part]) => fieldRows(part).length > 0).length > 1
  return parts
    .flatMap(([part, schema]) => {
      const rows = fieldRows(schema)
      if (rows.length === 0) return []
      const left = Number(textAt(schema, 'omitted') || 0)
      const head = several ? `  ${context.style.dim(`--${part}`)}\n` : ''
      const rest = left > 0 ? `\n  and ${left} more` : ''
      return [`${head}${indented(context.table(FIELD_COLUMNS, rows, 2))}${rest}`]
    })
    .join('\n')
}

function offers(body: unknown, context: Context): string {
  return indented(
    context.table(
      [
        { title: 'PROVIDER', fixed: true },
        { title: 'NOW' },
        { title: 'USD', right: true, fixed: true },
        { title: 'PRICE' },
        { title: 'HEALTH', styled: styledState },
        { title: 'DATA' },
      ],
      listAt(body, 'offers').map((offer) => [
        textAt(offer, 'provider'),
        at(offer, 'executable') === true ? 'yes' : 'no',
        textAt(offer, 'price', 'amount'),
        context.inWords(textAt(offer, 'reason')) ||
          (at(offer, 'connected') === true ? 'your own key' : textAt(offer, 'price', 'note')),
        textAt(offer, 'health', 'status'),
        factsOf(offer),
      ]),
      2,
    ),
  )
}

/** What `--data-region` reads, and how long the provider keeps what it is sent. */
function factsOf(offer: unknown): string {
  const days = textAt(offer, 'facts', 'retention_days')
  return [textAt(offer, 'facts', 'data_region'), days === '' ? '' : `kept ${days} days`]
    .filter((fact) => fact !== '')
    .join(', ')
}

/** What an input must be for each offer, on one line. */
const takes = (body: unknown, context: Context): string =>
  indented(
    context.table(
      [{ title: 'PROVIDER', fixed: true }, { title: 'INPUT' }],
      listAt(body, 'offers').map((offer) => [textAt(offer, 'provider'), takenBy(offer)]),
      2,
    ),
  )

function takenBy(offer: unknown): string {
  const sets = listAt(offer, 'takes', 'any_of').map((set) => (Array.isArray(set) ? set.map(String).join(' and ') : ''))
  const never = listAt(offer, 'takes', 'never').map(String)
  const only = Object.entries(Object(at(offer, 'takes', 'only'))).map(
    ([field, values]) => `${field}: ${String(values)}`,
  )
  return [sets.join(', or '), ...(never.length === 0 ? [] : [`never ${never.join(', ')}`]), ...only]
    .filter((part) => part !== '')
    .join('; ')
}

const indented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')

const titled = (title: string, text: string, { style, width }: Context): string =>
  text.trim() === ''
    ? ''
    : `${style.bold(title)}\n${
        text.startsWith(' ')
          ? text
          : wrapped(text, (width ?? 100) - 2)
              .map((line) => `  ${line}`)
              .join('\n')
      }`

const sections = (_: Context, parts: readonly string[]): string =>
  `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`
