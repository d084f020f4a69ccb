import { UsageError } from '../failures.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parseInteger, readJson } from '../input.ts'
import { partOptions, type PartOptions, partQuery, responseOf } from '../result-part.ts'
import { requestOf, type RequestOptions, requestOptions, requestWords } from '../run-request.ts'
import { makeRun } from '../running.ts'

interface Options extends RequestOptions, PartOptions {
  readonly callbackUrl?: string
  readonly includeRaw?: true
  readonly wait?: string
  readonly async?: true
  readonly idempotencyKey?: string
  readonly record?: string
}

/** A day; a longer run is read later. */
const WAIT_SECONDS_MAX = 86_400

/** Spec 4.1, 4.2: runs a capability, or a provider's own endpoint, and waits for its end. */
export const run: CommandSetup = (command, frame) => {
  for (const word of requestWords()) command.addArgument(word)
  for (const option of requestOptions()) command.addOption(option)
  command
    .option('--fresh', 'buy it again instead of using a saved answer')
    .option('--allow-repeat', 'send even if the recipient was contacted recently')
    .option('--allow-unchecked-recipients', 'call a raw endpoint that sends to people that only the provider knows')
    .option('--include-raw', "include the provider's payload")
    .option('--record <json>', 'row to write: {"table":…,"key":…,"set":…,"save":…,"on_miss":…}')
    .option('--callback-url <url>', 'public https URL that gets the end of the run, signed')
    .option('--wait <seconds>', 'how long to wait for the end (no limit)')
    .option('--async', 'do not wait; print the id')
    .option('--idempotency-key <key>', 'the same key runs and bills once (default: a new key)')
  for (const option of partOptions()) command.addOption(option)
  withExamples(
    action<Options>(command, frame, async (context, options, words) => {
      if (options.async === true && options.wait !== undefined)
        throw new UsageError('--async does not wait. Omit --wait.')
      const { record, includeRaw, callbackUrl } = options
      const response = { ...responseOf(options), ...(includeRaw === true ? { include_raw: true } : {}) }
      const body = {
        ...(await requestOf(context, options, words)),
        ...(record === undefined ? {} : { record: await readJson(context.machine, record, '--record') }),
        ...(Object.keys(response).length === 0 ? {} : { response }),
        ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
      }
      return makeRun(context, {
        body,
        part: partQuery(options),
        waitSeconds:
          options.async === true
            ? 0
            : (parseInteger(options.wait, '--wait', { min: 0, max: WAIT_SECONDS_MAX }) ?? null),
        isAsync: options.async === true,
        idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
      })
    }),
    [
      "svc run contact.find full_name='Ada Example' domain=example.com",
      "svc run web.search query='developer tools' limit:=5 --max-cost 0.05",
      'svc run sec \'/submissions/CIK{cik}.json\' --path \'{"cik":"0000320193"}\'',
      'svc run social.posts platform=reddit handle=robin.sample --fields items.post_url,items.likes --max-items 10',
      'svc run person.enrich email=ada@example.com --metadata customer=acme --metadata campaign=2026-11',
      'svc run person.enrich --input \'{"email":"ada@example.com"}\' --json',
    ],
  )
}
