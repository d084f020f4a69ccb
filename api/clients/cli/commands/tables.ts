import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { readJson } from '../input.ts'
import { listed, type ListOptions, withPages } from '../listing.ts'
import { readable } from '../output/readable.ts'
import { safeLine } from '../output/text.ts'
import { at, isObject, listAt, textAt, timeAt } from '../output/value.ts'
import { addImport } from './import-rows.ts'
import { addDelete, addExport, addRows, addUpdate, addWrite } from './rows.ts'

/** The largest page of tables. */
const LIMIT_MAX = 500

/** Spec 4.7. Off until they are turned on. */
export const tables: Fill = (command, frame) => {
  addList(command, frame)
  addList(command.command('list').description('list tables'), frame)
  addSwitch(command.command('on').description('enable tables, suppressions and the outbound guard'), frame, true)
  addSwitch(command.command('off').description('disable them; all data is kept'), frame, false)
  addGet(command.command('get').alias('view').description('show one table: columns, counts, latest rows'), frame)
  addCreate(command.command('create').description('create a table; the first write also creates one'), frame)
  addEdit(command.command('edit').description('rename a table, or change its title, description and columns'), frame)
  addDrop(command.command('drop').description('permanently delete a table with its rows'), frame)
  addRows(command.command('rows').description('list rows, filtered and sorted'), frame)
  addWrite(command.command('write').description('write rows'), frame)
  addUpdate(command.command('update').description('change or claim rows'), frame)
  addDelete(command.command('delete').description('delete rows'), frame)
  addImport(command.command('import').description('write the rows of a file (CSV, Excel)'), frame)
  addExport(command.command('export').description('export rows as CSV, all or those of a filter'), frame)
}

const addList: Fill = (command, frame) => {
  withPages(command, { max: LIMIT_MAX, by: 200 })
  withExamples(
    does<ListOptions>(command, frame, (context, options) =>
      listed(context, {
        operation: 'GET /v1/tables',
        query: {},
        options,
        max: LIMIT_MAX,
        view: (items) => list(items, context),
        note: quotaIn,
      }),
    ),
    ['svc tables', 'svc tables on', "svc tables write leads email=ada@example.com full_name='Ada Example'"],
  )
}

const list = (items: readonly unknown[], context: Context): string =>
  context.table(
    [
      { title: 'TABLE', whole: true },
      { title: 'ROWS', right: true, whole: true },
      { title: 'BY STATUS' },
      { title: 'KEY' },
      { title: 'DESCRIPTION' },
    ],
    items.map((table) => [
      textAt(table, 'name'),
      textAt(table, 'rows'),
      countsOf(at(table, 'by_status')),
      textAt(table, 'key'),
      textAt(table, 'title') || textAt(table, 'description'),
    ]),
  )

const quotaIn = (body: unknown): string => {
  const used = (what: string): string =>
    `${textAt(body, 'quota', what, 'used')} of ${textAt(body, 'quota', what, 'limit')} ${what}`
  return `${used('tables')}, ${used('rows')}.`
}

const countsOf = (counts: unknown): string =>
  isObject(counts)
    ? Object.entries(counts)
        .map(([status, count]) => `${String(count)} ${status}`)
        .join(', ')
    : ''

function addSwitch(...[command, frame, on]: [...Parameters<Fill>, boolean]): void {
  withExamples(
    does(command, frame, async (context) => {
      const answer = await context.request('POST /v1/features', { body: { tables: on } })
      await context.show(answer, () => `tables are ${on ? 'on' : 'off'}\n`)
    }),
    [`svc tables ${on ? 'on' : 'off'}`],
  )
}

const addGet: Fill = (command, frame) => {
  command.argument('<table>')
  withExamples(
    does(command, frame, async (context, _, [name = '']) => {
      await context.show(
        await context.request('GET /v1/tables/{name}', { params: { name } }),
        (body) =>
          `${[
            `${context.style.bold(safeLine(textAt(body, 'name')))}  ${safeLine(textAt(body, 'title'))}`,
            readable(
              {
                description: at(body, 'description'),
                key: at(body, 'key'),
                rows: at(body, 'rows'),
                status: countsOf(at(body, 'by_status')),
                due: at(body, 'due'),
                updated: timeAt(body, 'updated_at'),
              },
              { style: context.style, indent: '  ' },
            ),
            context.table(
              [{ title: 'COLUMN', whole: true }, { title: 'TYPE' }, { title: 'FILLED', right: true, whole: true }],
              listAt(body, 'columns').map((column) => [
                textAt(column, 'name'),
                textAt(column, 'type'),
                `${Math.round(Number(at(column, 'fill_rate')) * 100)} %`,
              ]),
            ),
          ]
            .join('\n')
            .trimEnd()}\n`,
      )
    }),
    ['svc tables get leads'],
  )
}

interface Described {
  readonly title?: string
  readonly description?: string
}

const addCreate: Fill = (command, frame) => {
  command
    .argument('<table>')
    .option('--keyed-by <mode>', 'key mode: auto, email, linkedin, phone, handle, domain or field:<name> (auto)')
    .option('--title <title>', 'title')
    .option('--description <description>', 'purpose of the table')
  withExamples(
    does<Described & { readonly keyedBy?: string }>(
      command,
      frame,
      async (context, { keyedBy, title, description }, [name = '']) => {
        const answer = await context.request('POST /v1/tables', { body: { name, key: keyedBy, title, description } })
        await context.show(
          answer,
          (body) => `${safeLine(textAt(body, 'name'))} keyed by ${safeLine(textAt(body, 'key'))}\n`,
        )
      },
    ),
    ["svc tables create leads --keyed-by email --description 'Demo requests'"],
  )
}

const addEdit: Fill = (command, frame) => {
  command
    .argument('<table>')
    .option('--name <name>', 'another name')
    .option('--title <title>', 'title')
    .option('--description <description>', 'purpose of the table')
    .option('--columns <json>', 'order and types of columns: [{"name":…,"type":…}], @file, or -')
  withExamples(
    does<Described & { readonly name?: string; readonly columns?: string }>(
      command,
      frame,
      async (context, { name, title, description, columns }, [table = '']) => {
        const answer = await context.request('PATCH /v1/tables/{name}', {
          params: { name: table },
          body: {
            name,
            title,
            description,
            ...(columns === undefined ? {} : { columns: await readJson(context.machine, columns, '--columns') }),
          },
        })
        await context.show(answer, (body) => `${safeLine(textAt(body, 'name'))} updated\n`)
      },
    ),
    ["svc tables edit leads --title 'Demo requests'"],
  )
}

const addDrop: Fill = (command, frame) => {
  command.argument('<table>').option('-y, --yes', 'confirm the deletion')
  withExamples(
    does<{ readonly yes?: true }>(command, frame, async (context, { yes }, [name = '']) => {
      if (yes !== true) throw new UsageError(`This permanently deletes ${name} with its rows. Confirm with --yes.`)
      const answer = await context.request('DELETE /v1/tables/{name}', { params: { name }, query: { confirm: true } })
      await context.show(
        answer,
        (body) => `${safeLine(textAt(body, 'name'))} deleted, with ${textAt(body, 'rows')} rows\n`,
      )
    }),
    ['svc tables drop leads --yes'],
  )
}
