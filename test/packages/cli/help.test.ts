import { describe, expect, it } from '@jest/globals'
import { wordsOf } from '../../support/bash.ts'
import { svc } from '../../support/cli.ts'

/** The commands that a command's help lists, each with the words that lead to it. */
async function commandsBelow(path: readonly string[]): Promise<string[][]> {
  const { stdout } = await svc([...path, '--help'])
  const listed = /\nCommands:\n((?: {2}.*\n)+)/.exec(stdout)?.[1] ?? ''
  const names = [...listed.matchAll(/^ {2}([\w-]+)/gm)].flatMap(([, name]) =>
    name === undefined || name === 'help' ? [] : [name],
  )
  return (
    await Promise.all(names.map(async (name) => [[...path, name], ...(await commandsBelow([...path, name]))]))
  ).flat()
}

const FILES = new Map([
  ['question.json', '{"query":"email"}'],
  ['rows.json', '[]'],
  ['people.csv', 'email\n'],
  ['key.txt', 'provider-key\n'],
])
/** An event, and what else the examples read of an item. */
const ITEM = {
  id: 'evt_1',
  type: 'email.received',
  created_at: '2026-11-22T00:00:00.000Z',
  data: {},
  inbox_id: 'inbox_1',
  you: true,
}

describe('the help of every command', () => {
  it('has examples that the shell and the program read', async () => {
    const commands = await commandsBelow([])
    expect(commands.length).toBeGreaterThan(40)
    const examples = await Promise.all(
      commands.map(async (path) => {
        const { code, stdout } = await svc([...path, '--help'])
        const lines = [...stdout.matchAll(/^ {2}\$ (svc .+|source .+)$/gm)].map(([, line]) => line ?? '')
        return { path: path.join(' '), code, lines }
      }),
    )
    expect(examples.filter(({ code, lines }) => code !== 0 || lines.length === 0).map(({ path }) => path)).toEqual([])
    // Its use by other programs is not tested, nor a sign-in, which needs a person.
    const lines = examples
      .flatMap((one) => one.lines)
      .filter((line) => line.startsWith('svc ') && line !== 'svc login')
      .map((line) => line.replace(/ [|<>] .*$/, ''))
    const words = await wordsOf(lines)
    const wrong = await Promise.all(
      lines.map(async (line, index) => {
        const controller = new AbortController()
        const { code, stderr } = await svc(words[index] ?? [], {
          files: new Map(FILES),
          stdin: 'svc_test_x',
          interrupted: controller.signal,
          // A command that only listens is stopped as soon as it does.
          onWrite: (text) => {
            if (text.startsWith('Forwarding')) controller.abort()
          },
          fetch: async (url) =>
            String(url).includes('export.csv')
              ? new Response('key\n')
              : Response.json({
                  items: line.includes('listen') ? [] : [ITEM],
                  code: 'x',
                  run_id: 'run_1',
                  job_id: 'job_1',
                  done: true,
                  status: 'succeeded',
                  delivered: true,
                  refresh_id: 'refresh_1',
                  plan: 'plus',
                  workspace: { id: 'ws_1' },
                  url: 'https://api.example.com/?ref=x',
                  api_key: 'svc_test_x',
                }),
        })
        return code === 0 || (code === 130 && line.includes('listen')) || (code === 4 && line.includes('errors'))
          ? []
          : [`${code} ${line}: ${stderr}`]
      }),
    )
    expect(wrong.flat()).toEqual([])
  })

  it('is the same by svc help', async () => {
    expect(await svc(['help', 'runs', 'get'])).toEqual(await svc(['runs', 'get', '--help']))
    expect(await svc([])).toEqual(await svc(['--help']))
  })
})
