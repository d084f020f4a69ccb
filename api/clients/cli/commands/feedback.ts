import { does, type Fill, withExamples } from '../frame.ts'
import { readJson } from '../input.ts'
import { memberLines } from '../output/members.ts'
import { textAt } from '../output/value.ts'

/** Spec 4.12: reports a problem. Needs no key; secrets and addresses are removed before anything is stored. */
export const feedback: Fill = (command, frame) => {
  command.argument('<json>', 'the report: JSON, @file, or - for standard input')
  withExamples(
    does(command, frame, async (context, _, [given = '']) => {
      const answer = await context.request('POST /feedback', {
        body: await readJson(context.machine, given, 'A report'),
      })
      await context.show(
        answer,
        (body) =>
          `${memberLines(
            [
              ['report', textAt(body, 'id')],
              ['status', textAt(body, 'status')],
              ['known as', textAt(body, 'known_issue', 'title')],
              ['state', textAt(body, 'known_issue', 'status')],
              ['workaround', textAt(body, 'known_issue', 'workaround')],
            ],
            context.style,
          ).join('\n')}\n`,
      )
    }),
    [
      'svc feedback \'{"type":"missing_capability","goal":"Find companies that are hiring in Lisbon","message":"There is no filter for places.","endpoint":"company.search"}\'',
    ],
  )
}
