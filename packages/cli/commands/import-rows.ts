import { Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { readNamedFile } from '../input.ts'
import { itemsTable } from '../output/items.ts'
import { writtenView } from '../output/rows.ts'
import { at, listAt, textAt } from '../output/value.ts'
import { refusedRows } from './rows.ts'

interface ImportOptions {
  readonly status?: string
  readonly map?: readonly string[]
  readonly dryRun?: true
}

const MAP = new Option(
  '--map <column=field>',
  'the field that a column becomes, as in "E-Mail=email"; "Notes=" leaves it out; once for each column',
).argParser((pair: string, before: readonly string[] | undefined) => [...(before ?? []), pair])

/** `svc tables import`: writes the lines of a file into a table, or shows how it would be read. */
export const addImport: CommandSetup = (command, frame) => {
  command
    .argument('<table>')
    .argument('<file>', 'CSV or Excel (.xlsx) whose first line names the columns, at most 1 MB; - for standard input')
    .option('--status <status>', 'status of created rows')
    .addOption(MAP)
    .option('--dry-run', 'show how the file is read, and what its columns probably are; write nothing')
  withExamples(
    action<ImportOptions>(command, frame, async (context, { status, map, dryRun }, [name = '', file = '']) => {
      // Read as bytes, not as text, so that the service detects the encoding.
      const body = await readNamedFile(context.machine, file)
      const answer = await context.request('POST /v1/tables/{name}/import', {
        params: { name },
        query: { status, map: map === undefined ? undefined : JSON.stringify(fieldsOf(map)), dry_run: dryRun },
        body,
        headers: { 'Content-Type': 'text/csv' },
      })
      await context.show(answer, (read) => (dryRun === true ? readingView : writtenView)(read, context))
      if (dryRun !== true) await context.hints(answer)
    }),
    [
      'svc tables import leads people.csv --status new',
      'svc tables import leads people.csv --dry-run',
      'svc tables import leads people.csv --map "E-Mail=email" --map Notes=',
    ],
  )
}

/** The names of columns may have any character; those of fields have no equals sign. */
function fieldsOf(pairs: readonly string[]): Record<string, string | null> {
  const fields = pairs.map((pair): [string, string | null] => {
    const sign = pair.lastIndexOf('=')
    if (sign <= 0) throw new UsageError(`"${pair}" is not column=field. Write it as in "E-Mail=email".`)
    const field = pair.slice(sign + 1).trim()
    return [pair.slice(0, sign), field === '' ? null : field]
  })
  const twice = fields.find(([column], index) => fields.findIndex(([other]) => other === column) < index)
  if (twice !== undefined) throw new UsageError(`${twice[0]} occurs twice.`)
  return Object.fromEntries(fields)
}

function readingView(read: unknown, context: Context): string {
  const columns = itemsTable(
    [
      { title: 'COLUMN', of: 'name' },
      { title: 'FIELD', fixed: true, of: 'field' },
      { title: 'BY', spare: true, of: 'suggested_by' },
      { title: 'VALUES', spare: true, of: (column) => listAt(column, 'samples').map(String).join(', ') },
    ],
    listAt(at(read, 'file'), 'columns'),
    context,
  )
  return `${columns}${textAt(read, 'lines')} lines, nothing written\n${refusedRows(read, context)}`
}
