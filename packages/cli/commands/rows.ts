import { Argument, Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parsePairs, partedNames, readJson } from '../input.ts'
import { operation } from '../operation-command.ts'
import { rowsTable, writtenView } from '../output/rows.ts'
import { readable } from '../output/readable.ts'
import { safeLine, safeText } from '../output/text.ts'
import { isObject, listAt, textAt } from '../output/value.ts'

const TABLE = new Argument('<table>')

/** Which rows, and in which order. */
interface Chosen {
  readonly status?: string
  readonly due?: true
  readonly where?: string
  readonly order?: string
}

/** JSON begins so; everything else is `name=value` or a key. */
const isJson = (word: string): boolean => /^\s*([[{@]|-$)/.test(word)

const FILTER: readonly Option[] = [
  new Option('--status <status>', 'only these statuses, separated by commas'),
  new Option('--due', 'only rows whose next_at has passed'),
  new Option('--where <json>', 'conditions: {"title":{"contains":"Chief"}}, @file, or -'),
  new Option('--order <field>', 'field to sort by; a minus sorts descending: --order=-touches'),
]

const conditionsOf = ({ machine }: Context, where: string): Promise<unknown> => readJson(machine, where, '--where')

export const rows = operation<Chosen & { readonly fields?: string }>({
  name: 'rows',
  summary: 'list rows, filtered and sorted',
  operation: 'POST /v1/tables/{name}/rows/query',
  words: [TABLE],
  options: [...FILTER, new Option('--fields <names>', 'only these types, separated by commas')],
  pages: { max: 500, by: 50 },
  sends: async ({ words: [name = ''], options: { status, due, where, fields, order }, context }) => ({
    params: { name },
    body: {
      ...(status === undefined ? {} : { status: partedNames(status) }),
      due,
      order,
      ...(fields === undefined ? {} : { fields: partedNames(fields) }),
      ...(where === undefined ? {} : { where: await conditionsOf(context, where) }),
    },
  }),
  view: (body, context) => rowsTable(listAt(body, 'items'), context),
  examples: [
    'svc tables rows leads --status new --limit 10',
    'svc tables rows leads --where \'{"email":{"exists":true}}\' --fields email,status --all --json',
  ],
})

interface Writing {
  readonly status?: string
  readonly mode?: string
  readonly description?: string
}

export const write = operation<Writing>({
  name: 'write',
  summary: 'write rows',
  operation: 'POST /v1/tables/{name}/rows',
  words: [
    TABLE,
    new Argument('<row...>', 'one row as name=value, or JSON: a row, a list of rows, or the entire body; @file or -'),
  ],
  options: [
    new Option('--status <status>', 'status of created rows'),
    new Option('--mode <mode>', 'replace replaces the entire row').choices(['merge', 'replace']),
    new Option('--description <description>', 'key mode, if this creates the table'),
  ],
  sends: async ({ words: [name = '', ...words], options: { status, mode, description }, context }) => {
    const given = isJson(words[0] ?? '') ? await only(context, words) : parsePairs(words)
    const body = isObject(given) && 'rows' in given ? given : { rows: Array.isArray(given) ? given : [given] }
    return { params: { name }, body: { ...body, status, mode, description } }
  },
  view: writtenView,
  hints: true,
  examples: [
    "svc tables write leads email=ada@example.com full_name='Ada Example' --status new",
    'svc tables write leads \'[{"email":"ada@example.com"},{"email":"robin@example.com"}]\'',
    'svc tables write leads @rows.json',
  ],
})

function only({ machine }: Context, words: readonly string[]): Promise<unknown> {
  if (words.length > 1)
    throw new UsageError('JSON cannot be combined with other values. Pass it as one word, in quotes.')
  return readJson(machine, words[0] ?? '', 'What to write')
}

export const update = operation({
  name: 'update',
  summary: 'change or claim rows',
  operation: 'PATCH /v1/tables/{name}/rows',
  words: [
    TABLE,
    new Argument(
      '<json>',
      '{"set":…} with "keys", or with a filter ("status", "where", "due") and "limit"; "if_status" claims. @file or -',
    ),
  ],
  sends: async ({ words: [name = '', given = ''], context }) => ({
    params: { name },
    body: await readJson(context.machine, given, 'The change'),
  }),
  view: (body, context) =>
    `${rowsTable(listAt(body, 'items'), context)}${textAt(body, 'updated')} updated\n${refusedRows(body, context)}`,
  examples: [
    'svc tables update leads \'{"keys":["ada@example.com"],"set":{"status":"contacted","next_at":"+4d"}}\'',
    'svc tables update leads \'{"if_status":"new","limit":5,"set":{"status":"claimed"}}\'',
  ],
})

export function refusedRows(body: unknown, { style }: Context): string {
  const rest = { conflicts: listAt(body, 'conflicts'), refused: listAt(body, 'refused') }
  return readable(Object.fromEntries(Object.entries(rest).filter(([, list]) => list.length > 0)), { style })
}

export const remove = operation({
  name: 'delete',
  summary: 'delete rows',
  operation: 'POST /v1/tables/{name}/rows/delete',
  words: [
    TABLE,
    new Argument('<what...>', 'keys of rows, or JSON: {"keys":[…]}, or a filter with "limit"; @file or -'),
  ],
  sends: async ({ words: [name = '', ...words], context }) => ({
    params: { name },
    body: isJson(words[0] ?? '') ? await only(context, words) : { keys: words },
  }),
  view: (deleted) => `${textAt(deleted, 'deleted')} deleted\n`,
  examples: ['svc tables delete leads ada@example.com', 'svc tables delete leads \'{"status":"done","limit":50}\''],
})

export const addExport: CommandSetup = (command, frame) => {
  command.addArgument(TABLE)
  for (const option of FILTER) command.addOption(option)
  command.option('--out <file>', 'output file; it appears when it is complete')
  withExamples(
    action<Chosen & { readonly out?: string }>(command, frame, async (context, options, [name = '']) => {
      const { machine } = context
      const { status, due, where, order, out } = options
      const pieces = (await context.requests()).stream('GET /v1/tables/{name}/export.csv', {
        params: { name },
        query: {
          status,
          due,
          order,
          ...(where === undefined ? {} : { where: JSON.stringify(await conditionsOf(context, where)) }),
        },
      })
      if (out !== undefined) {
        await machine.writeFile(out, pieces)
        return context.note(`Exported ${safeLine(name)} to ${out}.`)
      }
      // A file or the next program gets every byte; for a terminal, control characters are removed.
      for await (const piece of pieces) await machine.stdout.write(machine.stdout.isTerminal ? safeText(piece) : piece)
    }),
    [
      'svc tables export leads --out leads.csv',
      'svc tables export leads | head -3',
      'svc tables export leads --status new --where \'{"score":{"gte":80}}\' --order=-score',
    ],
  )
}
