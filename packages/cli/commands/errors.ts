import type { Context } from '../context.ts'
import { EXIT, exitOfError } from '../exit-codes.ts'
import { ResultRefusal } from '../failures.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { factsOf, itemsOf } from '../output/items.ts'
import { at, listAt, textAt } from '../output/value.ts'
import { nearest } from '../suggestion.ts'

/** Spec 7: every error code with what to do, and the exit code that svc returns for it. */
export const errors: CommandSetup = (command, frame) => {
  command.argument('[code]', 'one error code, in full')
  withExamples(
    action(command, frame, async (context, _, [code]) => {
      const answer = await context.request('GET /v1/errors')
      const items = listAt(answer.body, 'items')
      if (code === undefined) return context.show(answer, (body) => list(body, context))
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
      await context.print(one(found, context))
    }),
    ['svc errors', 'svc errors insufficient_balance'],
  )
}

const exitOf = (item: unknown): number => exitOfError(textAt(item, 'code'), Number(textAt(item, 'status')))

const actionOf = (item: unknown, { inWords }: Context): string => inWords(textAt(item, 'action'))

const list = itemsOf([
  { title: 'CODE', fixed: true, of: 'code' },
  { title: 'HTTP', fixed: true, of: 'status' },
  { title: 'EXIT', right: true, fixed: true, of: (item) => String(exitOf(item)) },
  { title: 'WHAT TO DO', of: actionOf },
])

const one = factsOf([
  ['code', 'code'],
  ['HTTP', 'status'],
  ['exit code', (item) => String(exitOf(item))],
  ['means', (item, { inWords }) => inWords(textAt(item, 'meaning'))],
  ['what to do', actionOf],
])
