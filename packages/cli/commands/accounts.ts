import { Argument } from 'commander'
import type { Context } from '../context.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { type AccountNetwork, networkOf, NETWORKS } from '../networks.ts'
import { noun, operation } from '../operation-command.ts'
import { itemsTable, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { isObject, listAt, textAt } from '../output/value.ts'

/** The parser has checked the word. */
const chosen = (word: string | undefined): AccountNetwork => networkOf(word) ?? 'linkedin'
const network = (name: string): Argument => new Argument(name, 'network of the account').choices(NETWORKS)

const setUpList: CommandSetup = (command, frame) => {
  withExamples(
    action(command, frame, async (context, _, [word]) => {
      const answers = await Promise.all(
        NETWORKS.filter((one) => word === undefined || one === word).map(async (one) => ({
          one,
          answer: await context.request(`GET /v1/${one}/accounts`),
        })),
      )
      const [only] = answers
      if (answers.length === 1 && only !== undefined && context.json) return context.show(only.answer, () => '')
      const items = answers.flatMap(({ one, answer }) =>
        listAt(answer.body, 'items').map((item) => ({ network: one, ...(isObject(item) ? item : {}) })),
      )
      if (context.json) {
        for (const item of items) await context.jsonLine(JSON.stringify(item))
        return
      }
      await context.print(list(items, context))
      if (items.length === 0) await context.hint('Nothing. To connect an account: svc accounts connect linkedin')
    }),
    ['svc accounts', 'svc accounts list linkedin --json'],
  )
}

const list = (items: readonly unknown[], context: Context): string =>
  itemsTable(
    [
      { title: 'ACCOUNT', fixed: true, of: 'account_id' },
      { title: 'NETWORK', fixed: true, of: 'network' },
      { title: 'STATUS', styled: styledState, of: 'status' },
      { title: 'NAME', of: 'name' },
      { title: 'KEY', spare: true, of: 'account' },
      { title: 'CONNECTED', spare: true, of: time('connected_at') },
    ],
    items,
    context,
  )

const connect = operation({
  name: 'connect',
  summary: 'open a page on which a person signs in to the network; with an account: reconnect it',
  operation: ([word]) => `POST /v1/${chosen(word)}/accounts`,
  words: [network('<network>'), new Argument('[account]', 'acct_… that lost its session')],
  sends: ({ words: [, id] }) => ({ body: id === undefined ? {} : { account_id: id } }),
  view: (body) => `${safeLine(textAt(body, 'connect_url'))}\n`,
  note: () => 'Open it in a browser within one hour. Then it is in the list: svc accounts',
  asPerson: true,
  examples: ['svc accounts connect linkedin', 'svc accounts connect gmail acct_…'],
})

const disconnect = operation({
  name: 'disconnect',
  summary: 'disconnect an account: nothing is sent from it, and nothing received',
  operation: ([word]) => `DELETE /v1/${chosen(word)}/accounts/{account_id}`,
  words: [network('<network>'), new Argument('<account>', 'acct_…')],
  sends: ({ words: [, id = ''] }) => ({ params: { account_id: id } }),
  view: (account) => `${safeLine(`${textAt(account, 'name')} (${textAt(account, 'account_id')})`)} disconnected\n`,
  asPerson: true,
  examples: ['svc accounts disconnect linkedin acct_…'],
})

/** Spec 4.13, 5.5: the accounts from which messages are sent. */
export const accounts = noun(
  {
    name: 'list',
    summary: 'list connected accounts of all networks, or of one',
    alone: setUpList,
    setup: (command, frame) => setUpList(command.addArgument(network('[network]')), frame),
  },
  connect,
  disconnect,
)
