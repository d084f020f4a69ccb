import { Argument, Option } from 'commander'
import { EXIT } from '../exit-codes.ts'
import { action, withExamples } from '../frame.ts'
import { readNamedFile } from '../input.ts'
import { noun, operation, type SubCommand } from '../operation-command.ts'
import { factsOf, itemsOf, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { at, listAt, textAt } from '../output/value.ts'
import { partsOfFile } from '../parts.ts'

const KINDS = ['email', 'phone', 'linkedin', 'domain', 'name_zip']
const LIST = new Argument('<list_id>', 'list, as in svc do-not-process')

const list = operation({
  name: 'list',
  summary: 'list do-not-process lists',
  operation: 'GET /v1/do-not-process',
  pages: { max: 20, by: 20 },
  view: itemsOf([
    { title: 'LIST', fixed: true, of: 'list_id' },
    { title: 'NAME', of: 'name' },
    { title: 'KIND', of: 'kind' },
    { title: 'ENTRIES', right: true, of: 'entries' },
    { title: 'SINCE', fixed: true, of: time('switched_at') },
  ]),
  examples: ['svc do-not-process', 'svc do-not-process list --json'],
})

const create = operation<{ readonly hash?: string }>({
  name: 'create',
  summary: 'create a list without entries',
  operation: 'POST /v1/do-not-process',
  words: [new Argument('<name>'), new Argument('<kind>', 'what the entries are').choices(KINDS)],
  options: [new Option('--hash <hash>', 'form of the entries (none)').choices(['none', 'sha256'])],
  sends: ({ words: [name, kind], options: { hash } }) => ({ body: { name, kind, hash } }),
  view: factsOf([
    ['list', 'list_id'],
    ['name', 'name'],
    ['kind', 'kind'],
    ['hash', 'hash'],
  ]),
  note: (body) => `It applies once it has entries: svc do-not-process upload ${textAt(body, 'list_id')} <file>`,
  examples: [
    'svc do-not-process create "Objections 2026" email',
    'svc do-not-process create Register phone --hash sha256',
  ],
})

/** Replaces all entries of a list, with as many requests as the file needs. */
const upload: SubCommand = {
  name: 'upload',
  summary: 'replace the entries of a list with those of a file, one on each line',
  setup(command, frame) {
    command.addArgument(LIST).argument('<file>', 'file of any size; - for standard input')
    withExamples(
      action(command, frame, async (context, _options, [id = '', file = '']) => {
        const parts = partsOfFile(await readNamedFile(context.machine, file))
        let refused = 0
        for (const [index, body] of parts.entries()) {
          const last = index === parts.length - 1
          const answer = await context.request('PUT /v1/do-not-process/{list_id}/entries', {
            params: { list_id: id },
            query: { part: index + 1, last },
            body,
            headers: { 'Content-Type': 'text/csv' },
          })
          refused += listAt(answer.body, 'refused', 'lines').length
          for (const line of listAt(answer.body, 'refused', 'lines'))
            await context.note(`part ${index + 1}, line ${textAt(line, 'line')}: ${textAt(line, 'reason')}`)
          if (last) await context.show(answer, (read) => `${textAt(at(read, 'list'), 'entries')} entries apply now\n`)
        }
        // A script must not take a refused entry for one that applies.
        return refused > 0 ? EXIT.usage : EXIT.done
      }),
      ['svc do-not-process upload dnp_01j9zq3v6n4k8w2x5y7a9b1c3d people.csv'],
    )
  },
}

const receipts = operation({
  name: 'receipts',
  summary: 'show what a list has removed of the data of before',
  operation: 'GET /v1/do-not-process/{list_id}/receipts',
  words: [LIST],
  pages: { max: 200, by: 50 },
  sends: ({ words: [id = ''] }) => ({ params: { list_id: id } }),
  view: itemsOf([
    { title: 'VERSION', right: true, of: 'version' },
    { title: 'STATUS', fixed: true, styled: styledState, of: 'status' },
    { title: 'ROWS', right: true, of: (one) => textAt(one, 'removed', 'rows') },
    { title: 'RUNS', right: true, of: (one) => textAt(one, 'removed', 'runs') },
    { title: 'SINCE', fixed: true, of: time('created_at') },
  ]),
  examples: ['svc do-not-process receipts dnp_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})

const remove = operation({
  name: 'delete',
  summary: 'delete a list with its entries',
  operation: 'DELETE /v1/do-not-process/{list_id}',
  words: [LIST],
  sends: ({ words: [id = ''] }) => ({ params: { list_id: id } }),
  confirms: {
    option: 'delete it',
    what: ([id = '']) => `${id} covers its people and companies no more, and its entries are lost.`,
  },
  view: (body) => `${safeLine(textAt(body, 'name'))} deleted\n`,
  examples: ['svc do-not-process delete dnp_01j9zq3v6n4k8w2x5y7a9b1c3d --yes'],
})

/** Decisions, "do-not-process lists". */
export const doNotProcess = noun(list, create, upload, receipts, remove)
