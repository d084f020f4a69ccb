import { Argument, Option } from 'commander'
import type { Context } from '../context.ts'
import { readJson } from '../input.ts'
import { noun, operation, type SubCommand } from '../operation-command.ts'
import { itemsOf, time } from '../output/items.ts'
import { readable } from '../output/readable.ts'
import { safeLine } from '../output/text.ts'
import { at, isObject, textAt } from '../output/value.ts'
import { addImport } from './import-rows.ts'
import { addExport, remove, rows, update, write } from './rows.ts'

const TABLE = new Argument('<table>')
const TITLE = new Option('--title <title>', 'title')
const DESCRIPTION = new Option('--description <description>', 'purpose of the table')

const countsOf = (table: unknown): string => {
  const counts = at(table, 'by_status')
  return isObject(counts)
    ? Object.entries(counts)
        .map(([status, count]) => `${String(count)} ${status}`)
        .join(', ')
    : ''
}

const list = operation({
  name: 'list',
  summary: 'list tables',
  operation: 'GET /v1/tables',
  pages: { max: 500, by: 200 },
  view: itemsOf([
    { title: 'TABLE', fixed: true, of: 'name' },
    { title: 'ROWS', right: true, fixed: true, of: 'rows' },
    { title: 'BY STATUS', of: countsOf },
    { title: 'KEY', of: 'key' },
    { title: 'DESCRIPTION', of: (table) => textAt(table, 'title') || textAt(table, 'description') },
  ]),
  note: quotaIn,
  examples: ['svc tables', 'svc tables on', "svc tables write leads email=ada@example.com full_name='Ada Example'"],
})

function quotaIn(body: unknown): string {
  const used = (what: string): string =>
    `${textAt(body, 'quota', what, 'used')} of ${textAt(body, 'quota', what, 'limit')} ${what}`
  return `${used('tables')}, ${used('rows')}.`
}

const switched = (name: 'on' | 'off', summary: string): SubCommand =>
  operation({
    name,
    summary,
    operation: 'POST /v1/features',
    sends: () => ({ body: { tables: name === 'on' } }),
    view: () => `tables are ${name}\n`,
    examples: [`svc tables ${name}`],
  })

const columnsOf = itemsOf(
  [
    { title: 'COLUMN', fixed: true, of: 'name' },
    { title: 'TYPE', of: 'type' },
    {
      title: 'FILLED',
      right: true,
      fixed: true,
      of: (column) => `${Math.round(Number(at(column, 'fill_rate')) * 100)} %`,
    },
  ],
  'columns',
)

const get = operation({
  name: 'get',
  alias: 'view',
  summary: 'show one table: columns, counts, latest rows',
  operation: 'GET /v1/tables/{name}',
  words: [TABLE],
  sends: ({ words: [name = ''] }) => ({ params: { name } }),
  view: tableView,
  examples: ['svc tables get leads'],
})

function tableView(table: unknown, context: Context): string {
  const { style } = context
  const facts = {
    description: at(table, 'description'),
    key: at(table, 'key'),
    rows: at(table, 'rows'),
    status: countsOf(table),
    due: at(table, 'due'),
    updated: time('updated_at')(table),
  }
  return `${[
    `${style.bold(safeLine(textAt(table, 'name')))}  ${safeLine(textAt(table, 'title'))}`,
    readable(facts, { style, indent: '  ' }),
    columnsOf(table, context),
  ]
    .join('\n')
    .trimEnd()}\n`
}

interface Described {
  readonly title?: string
  readonly description?: string
}

const create = operation<Described & { readonly keyedBy?: string }>({
  name: 'create',
  summary: 'create a table; the first write also creates one',
  operation: 'POST /v1/tables',
  words: [TABLE],
  options: [
    new Option('--keyed-by <mode>', 'key mode: auto, email, linkedin, phone, handle, domain or field:<name> (auto)'),
    TITLE,
    DESCRIPTION,
  ],
  sends: ({ words: [name], options: { keyedBy, title, description } }) => ({
    body: { name, key: keyedBy, title, description },
  }),
  view: (body) => `${safeLine(textAt(body, 'name'))} keyed by ${safeLine(textAt(body, 'key'))}\n`,
  examples: ["svc tables create leads --keyed-by email --description 'Demo requests'"],
})

const edit = operation<Described & { readonly name?: string; readonly columns?: string }>({
  name: 'edit',
  summary: 'rename a table, or change its title, description and columns',
  operation: 'PATCH /v1/tables/{name}',
  words: [TABLE],
  options: [
    new Option('--name <name>', 'another name'),
    TITLE,
    DESCRIPTION,
    new Option('--columns <json>', 'order and types of columns: [{"name":…,"type":…}], @file, or -'),
  ],
  sends: async ({ words: [table = ''], options: { name, title, description, columns }, context }) => ({
    params: { name: table },
    body: {
      name,
      title,
      description,
      ...(columns === undefined ? {} : { columns: await readJson(context.machine, columns, '--columns') }),
    },
  }),
  view: (body) => `${safeLine(textAt(body, 'name'))} updated\n`,
  examples: ["svc tables edit leads --title 'Demo requests'"],
})

const drop = operation({
  name: 'drop',
  summary: 'permanently delete a table with its rows',
  operation: 'DELETE /v1/tables/{name}',
  words: [TABLE],
  sends: ({ words: [name = ''] }) => ({ params: { name }, query: { confirm: true } }),
  view: (body) => `${safeLine(textAt(body, 'name'))} deleted, with ${textAt(body, 'rows')} rows\n`,
  confirms: { option: 'confirm the deletion', what: ([name]) => `This permanently deletes ${name} with its rows.` },
  examples: ['svc tables drop leads --yes'],
})

/** Spec 4.7. Off until they are turned on. */
export const tables = noun(
  list,
  switched('on', 'enable tables, suppressions and the outbound guard'),
  switched('off', 'disable them; all data is kept'),
  get,
  create,
  edit,
  drop,
  rows,
  write,
  update,
  remove,
  { name: 'import', summary: 'write the rows of a file (CSV, Excel)', setup: addImport },
  { name: 'export', summary: 'export rows as CSV, all or those of a filter', setup: addExport },
)
