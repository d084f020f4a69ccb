import { Argument, Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { readText } from '../input.ts'
import { noun, operation } from '../operation-command.ts'
import { factsOf, itemsOf, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { at, textAt } from '../output/value.ts'

const PROVIDER = new Argument('<provider>', 'provider')

const receives = (connection: unknown): string => {
  const receiving = at(connection, 'receiving')
  return typeof receiving === 'boolean' ? (receiving ? 'yes' : 'no') : ''
}

const nextStep = (connection: unknown, { inWords }: Context): string => inWords(textAt(connection, 'next_step'))

const list = operation({
  name: 'list',
  summary: 'list providers that are called with your own key',
  operation: 'GET /v1/connections',
  view: itemsOf([
    { title: 'PROVIDER', fixed: true, of: 'provider' },
    { title: 'STATUS', fixed: true, styled: styledState, of: 'status' },
    { title: 'HOST', spare: true, of: 'account' },
    { title: 'VERIFIED', spare: true, of: time('last_verified_at') },
    { title: 'RECEIVES', of: receives },
    { title: 'NEXT STEP', of: nextStep },
  ]),
  examples: ['svc connections', 'svc connections list --json'],
})

const set = operation<{ readonly account?: string }>({
  name: 'set',
  summary: 'connect a provider with your own key, or replace the key',
  operation: 'POST /v1/connections/{provider}',
  words: [
    PROVIDER,
    new Argument('[credential]', '@file, or - for standard input (-); login:password if it has two parts'),
  ],
  options: [new Option('--account <host>', 'host of your account, with its port, where each account has its own')],
  sends: async ({ words: [provider = '', credential = '-'], options: { account }, context }) => ({
    params: { provider },
    body: { api_key: await credentialOf(context, credential), account },
  }),
  view: factsOf([
    ['provider', 'provider'],
    ['status', 'status'],
    ['host', 'account'],
    ['verified', time('last_verified_at')],
    ['receives', receives],
    ['next step', nextStep],
  ]),
  examples: ['svc connections set hunter < key.txt', 'svc connections set hunter @key.txt'],
})

const remove = operation({
  name: 'delete',
  summary: 'disconnect a provider and delete your key',
  operation: 'DELETE /v1/connections/{provider}',
  words: [PROVIDER],
  sends: ({ words: [provider = ''] }) => ({ params: { provider } }),
  view: (connection) => `${safeLine(textAt(connection, 'provider'))} disconnected\n`,
  examples: ['svc connections delete hunter'],
})

/** Spec 4.13, 5.4: a workspace's own provider keys. */
export const connections = noun(list, set, remove)

/** Never from the command line, where the shell's history and the list of processes show it. */
async function credentialOf({ machine }: Context, given: string): Promise<string> {
  if (given !== '-' && !given.startsWith('@'))
    throw new UsageError('A key does not belong on the command line. Pass it as @file, or on standard input.')
  const text = (await readText(machine, given)).trim()
  if (text === '') throw new UsageError('The key is empty.')
  return text
}
