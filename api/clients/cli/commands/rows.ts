import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { parsePairs, partedNames, readJson } from '../input.ts'
import { listed, type ListOptions, withPages } from '../listing.ts'
import { rowsTable, writtenView } from '../output/rows.ts'
import { readable } from '../output/readable.ts'
import { safeLine, safeText } from '../output/text.ts'
import { isObject, listAt, textAt } from '../output/value.ts'

/** Which rows, and in which order. */
interface Chosen {
  readonly status?: string
  readonly due?: true
  readonly where?: string
  readonly order?: string
}

interface Filter extends Chosen, ListOptions {
  readonly fields?: string
}

const ROWS_PAGE_MAX = 500
/** JSON begins so; everything else is `name=value` or a key. */
const isJson = (word: string): boolean => /^\s*([[{@]|-$)/.test(word)

const withFilter = (command: Command): Command =>
  command
    .option('--status <status>', 'only these statuses, separated by commas')
    .option('--due', 'only rows whose next_at has passed')
    .option('--where <json>', 'conditions: {"title":{"contains":"Chief"}}, @file, or -')
    .option('--order <field>', 'field to sort by; a minus sorts descending: --order=-touches')

const conditionsOf = ({ machine }: Context, where: string): Promise<unknown> => readJson(machine, where, '--where')

export const addRows: Fill = (command, frame) => {
  withPages(
    withFilter(command.argument('<table>')).option('--fields <names>', 'only these types, separated by commas'),
    { max: ROWS_PAGE_MAX, by: 50 },
  )
  withExamples(
    does<Filter>(command, frame, async (context, options, [name = '']) => {
      const { status, due, where, fields, order } = options
      await listed(context, {
        operation: 'POST /v1/tables/{name}/rows/query',
        params: { name },
        query: {},
        options,
        max: ROWS_PAGE_MAX,
        view: (items) => rowsTable(items, context),
        body: {
          ...(status === undefined ? {} : { status: partedNames(status) }),
          due,
          order,
          ...(fields === undefined ? {} : { fields: partedNames(fields) }),
          ...(where === undefined ? {} : { where: await conditionsOf(context, where) }),
        },
      })
    }),
    [
      'svc tables rows leads --status new --limit 10',
      'svc tables rows leads --where \'{"email":{"exists":true}}\' --fields email,status --all --json',
    ],
  )
}

interface Writing {
  readonly status?: string
  readonly mode?: string
  readonly description?: string
}

export const addWrite: Fill = (command, frame) => {
  command
    .argument('<table>')
    .argument('<row...>', 'one row as name=value, or JSON: a row, a list of rows, or the whole body; @file or -')
    .option('--status <status>', 'status of created rows')
    .addOption(new Option('--mode <mode>', 'replace replaces the whole row').choices(['merge', 'replace']))
    .option('--description <description>', 'key mode, if this creates the table')
  withExamples(
    does<Writing>(command, frame, async (context, { status, mode, description }, [name = '', ...words]) => {
      const [first = ''] = words
      const given = isJson(first) ? await only(context, words) : parsePairs(words)
      const body = isObject(given) && 'rows' in given ? given : { rows: Array.isArray(given) ? given : [given] }
      await written(
        context,
        await context.request('POST /v1/tables/{name}/rows', {
          params: { name },
          body: { ...body, status, mode, description },
        }),
      )
    }),
    [
      "svc tables write leads email=ada@example.com full_name='Ada Example' --status new",
      'svc tables write leads \'[{"email":"ada@example.com"},{"email":"robin@example.com"}]\'',
      'svc tables write leads @rows.json',
    ],
  )
}

function only({ machine }: Context, words: readonly string[]): Promise<unknown> {
  if (words.length > 1)
    throw new UsageError('JSON cannot be combined with other values. Pass it as one word, in quotes.')
  return readJson(machine, words[0] ?? '', 'What to write')
}

export async function written(context: Context, answer: Awaited<ReturnType<Context['request']>>): Promise<void> {
  await context.show(answer, (body) => writtenView(body, context))
  await context.hints(answer)
}

export const addUpdate: Fill = (command, frame) => {
  command
    .argument('<table>')
    .argument(
      '<json>',
      '{"set":…} with "keys", or with a filter ("status", "where", "due") and "limit"; "if_status" claims. @file or -',
    )
  withExamples(
    does(command, frame, async (context, _, [name = '', given = '']) => {
      const answer = await context.request('PATCH /v1/tables/{name}/rows', {
        params: { name },
        body: await readJson(context.machine, given, 'The change'),
      })
      await context.show(
        answer,
        (body) =>
          `${rowsTable(listAt(body, 'items'), context)}${textAt(body, 'updated')} updated\n${refusedRows(body, context)}`,
      )
    }),
    [
      'svc tables update leads \'{"keys":["ada@example.com"],"set":{"status":"contacted","next_at":"+4d"}}\'',
      'svc tables update leads \'{"if_status":"new","limit":5,"set":{"status":"claimed"}}\'',
    ],
  )
}

export function refusedRows(body: unknown, { style }: Context): string {
  const rest = { conflicts: listAt(body, 'conflicts'), refused: listAt(body, 'refused') }
  return readable(Object.fromEntries(Object.entries(rest).filter(([, list]) => list.length > 0)), { style })
}

export const addDelete: Fill = (command, frame) => {
  command
    .argument('<table>')
    .argument('<what...>', 'keys of rows, or JSON: {"keys":[…]}, or a filter with "limit"; @file or -')
  withExamples(
    does(command, frame, async (context, _, [name = '', ...words]) => {
      const body = isJson(words[0] ?? '') ? await only(context, words) : { keys: words }
      const answer = await context.request('POST /v1/tables/{name}/rows/delete', { params: { name }, body })
      await context.show(answer, (deleted) => `${textAt(deleted, 'deleted')} deleted\n`)
    }),
    ['svc tables delete leads ada@example.com', 'svc tables delete leads \'{"status":"done","limit":50}\''],
  )
}

export const addExport: Fill = (command, frame) => {
  withFilter(command.argument('<table>')).option('--out <file>', 'output file; it appears when it is complete')
  withExamples(
    does<Chosen & { readonly out?: string }>(command, frame, async (context, options, [name = '']) => {
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
