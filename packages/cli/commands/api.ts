import { UsageError } from '../failures.ts'
import { EXIT, exitOfError } from '../exit-codes.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { readText } from '../input.ts'
import { parseExactly } from '../output/exact-json.ts'
import { safeJson, safeText } from '../output/text.ts'
import { problem } from '../output/problem.ts'
import { NO_STYLE } from '../output/style.ts'
import { at, stringAt } from '../output/value.ts'

interface Options {
  readonly data?: string
  readonly header: readonly string[]
}

const METHOD = /^[A-Z]{3,7}$/
const gathered = (value: string, before: readonly string[]): string[] => [...before, value]

/** Any route of the API, as in `gh api`: every answer of the service goes to standard output. */
export const api: CommandSetup = (command, frame) => {
  command
    .argument('<method>', 'GET, POST, PATCH, DELETE …')
    .argument('<path>', 'path with its query, starting with /')
    .option('-d, --data <json>', 'body: text, @file, or - for standard input')
    .option('-H, --header <name:value>', 'additional header; can be repeated', gathered, [])
  withExamples(
    action<Options>(command, frame, async (context, { data, header }, [method = '', path = '']) => {
      const verb = method.toUpperCase()
      if (!METHOD.test(verb)) throw new UsageError(`"${method}" is not an HTTP method: svc api GET /v1/wallet`)
      if (!path.startsWith('/') || path.startsWith('//'))
        throw new UsageError(
          `A path begins with one "/", as in /v1/wallet; "${path}" does not. --base-url sets the service's URL.`,
        )
      const { client, credentials } = await context.requests()
      const body = data === undefined ? undefined : await readText(context.machine, data)
      const answer = await client.send({
        method: verb,
        path,
        body,
        headers: headersOf(header),
        signal: context.machine.interrupted,
      })
      const { stdout, stderr } = context.machine
      if (answer.text !== '' && context.json && answer.status < 300) await context.jsonLine(answer.text.trimEnd())
      else if (answer.text !== '')
        await stdout.write(
          `${textFor(answer.text, { pretty: stdout.isTerminal && !context.json, safe: stdout.isTerminal }).trimEnd()}\n`,
        )
      if (answer.status < 400) return answer.status < 300 ? EXIT.done : EXIT.failed
      const code = stringAt(answer.body, 'error', 'code') ?? ''
      await stderr.write(
        code === ''
          ? `error: ${credentials.baseUrl} answered ${answer.status}\n`
          : problem(at(answer.body, 'error'), { action: null, inWords: context.inWords, style: NO_STYLE, width: null }),
      )
      return exitOfError(code, answer.status)
    }),
    [
      'svc api GET /v1/spend-guard',
      'svc api POST /v1/spend-guard -d \'{"enabled":true,"daily_limit":"20.00"}\'',
      'svc api POST /v1/discover -d @question.json',
    ],
  )
}

function headersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((one): [string, string] => {
      const [, name, value = ''] = /^([\w-]+):[ \t]*([\t\x20-\x7e]*)$/.exec(one) ?? []
      if (name === undefined)
        throw new UsageError('A header is name:value on one line of ASCII, as in Service-Environment:test.')
      return [name, value]
    }),
  )
}

/** JSON is formatted for a person; everything else, and the input of another program, stays as it came. */
function textFor(text: string, { pretty, safe }: { readonly pretty: boolean; readonly safe: boolean }): string {
  if (pretty) {
    try {
      return safeJson(JSON.stringify(parseExactly(text), null, 2)).replaceAll('\\u000a', '\n')
    } catch {
      return safeText(text)
    }
  }
  return safe ? safeText(text) : text
}
