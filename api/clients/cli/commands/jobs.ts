import type { Context } from '../context.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { readNamedFile } from '../input.ts'
import { membersText } from '../output/members.ts'
import { at, listAt, textAt, timeAt } from '../output/value.ts'

/** Jobs run one input for many rows. */
export const jobs: Fill = (command, frame) => {
  withExamples(command, ['svc jobs upload people.csv'])
  addUpload(command.command('upload').description('upload a CSV file whose rows a job can run'), frame)
}

const addUpload: Fill = (command, frame) => {
  command.argument(
    '<file>',
    'CSV in UTF-8 whose first line names the columns, at most 10 MB and 50,000 rows; - for standard input',
  )
  withExamples(
    does(command, frame, async (context, _, [file = '']) => {
      // Read as bytes, so that the service refuses a file that is not UTF-8 instead of getting it decoded wrongly.
      const body = await readNamedFile(context.machine, file)
      const answer = await context.request('POST /v1/jobs/uploads', { body, headers: { 'Content-Type': 'text/csv' } })
      await context.show(answer, (upload) => uploadView(upload, context))
    }),
    ['svc jobs upload people.csv', 'svc jobs upload people.csv --json'],
  )
}

function uploadView(upload: unknown, context: Context): string {
  const columns = listAt(upload, 'columns').map(String)
  const facts = membersText(
    [
      ['upload', textAt(upload, 'upload_id')],
      ['rows', textAt(upload, 'rows')],
      ['duplicates', textAt(upload, 'duplicates')],
      ['expires', timeAt(upload, 'expires_at')],
    ],
    context.style,
  )
  const sample = context.table(
    columns.map((title) => ({ title })),
    listAt(upload, 'sample').map((row) => columns.map((name) => cellText(at(row, name)))),
  )
  return `${facts}\n${sample}`
}

const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
