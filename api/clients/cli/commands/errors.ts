import { EXIT, exitOfError } from '../exit-codes.ts'
import { ResultRefusal } from '../failures.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { memberLines } from '../output/members.ts'
import { at, listAt, textAt } from '../output/value.ts'
import { nearest } from '../suggestion.ts'

/** Spec 7: every error code with what to do, and the exit code that svc returns for it. */
export const errors: Fill = (command, frame) => {
  command.argument('[code]', 'one error code, in full')
  withExamples(
    does(command, frame, async (context, _, [code]) => {
      const answer = await context.request('GET /v1/errors')
      const items = listAt(answer.body, 'items')
      if (code === undefined) {
        return context.show(answer, () =>
          context.table(
            [
              { title: 'CODE', whole: true },
              { title: 'HTTP', whole: true },
              { title: 'EXIT', right: true, whole: true },
              { title: 'WHAT TO DO' },
            ],
            items.map((item) => [
              textAt(item, 'code'),
              textAt(item, 'status'),
              String(exitOf(item)),
              context.inWords(textAt(item, 'action')),
            ]),
          ),
        )
      }
      const found = items.find((item) => at(item, 'code') === code)
      if (found === undefined) {
        const meant = nearest(
          code,
          items.map((item) => textAt(item, 'code')),
        )
        throw new ResultRefusal(
          `There is no error code "${code}". ${meant === null ? 'svc errors lists them all.' : `Did you mean ${meant}?`}`,
          EXIT.nothing,
        )
      }
      if (context.json) return context.jsonLine(JSON.stringify(found))
      await context.print(
        `${memberLines(
          [
            ['code', textAt(found, 'code')],
            ['HTTP', textAt(found, 'status')],
            ['exit code', String(exitOf(found))],
            ['means', context.inWords(textAt(found, 'meaning'))],
            ['what to do', context.inWords(textAt(found, 'action'))],
          ],
          context.style,
        ).join('\n')}\n`,
      )
    }),
    ['svc errors', 'svc errors insufficient_balance'],
  )
}

const exitOf = (item: unknown): number => exitOfError(textAt(item, 'code'), Number(textAt(item, 'status')))
