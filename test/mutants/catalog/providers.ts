import type { Mutant } from '../mutant.ts'

const CLASSIFY = ['test/activities/providers/classify.test.ts']
const HTTP = ['test/activities/providers/http.test.ts']
const EXECUTORS = ['test/activities/runs/executors.test.ts']
const COST = ['test/domain/raw/cost.test.ts']

/** Answers of providers, costs that they report, actors, and repeated calls. */
export const PROVIDERS: readonly Mutant[] = [
  {
    name: 'a provider that is too busy counts as failed',
    file: 'activities/providers/classify.ts',
    find: "if (status === 429) return { ...failed('rate_limited', detail)",
    replace: "if (status === 429) return { ...failed('provider_error', detail)",
    killedBy: CLASSIFY,
  },
  {
    name: 'a refused key does not take its account out of routing',
    file: 'activities/providers/classify.ts',
    find: 'status === 401 || status === 402 || status === 403',
    replace: 'status === 402 || status === 403',
    killedBy: CLASSIFY,
  },
  {
    name: 'a send whose answer was lost counts as not sent',
    file: 'activities/providers/classify.ts',
    find: "'no answer in time', outcome.sent && repeat !== 'free'",
    replace: "'no answer in time', outcome.sent && repeat === 'free'",
    killedBy: CLASSIFY,
  },
  {
    name: 'a send that the provider answers with an error of its own counts as not sent',
    file: 'activities/providers/classify.ts',
    find: 'return mayHaveTakenEffect ? failed(',
    replace: "return mayHaveTakenEffect && outcome === 'provider_timeout' ? failed(",
    killedBy: CLASSIFY,
  },
  {
    name: 'a provider may ask for a pause of any length',
    file: 'activities/providers/retry-after.ts',
    find: 'Math.min(Math.max(0, waitMs), RETRY_AFTER_MS_MAX)',
    replace: 'Math.max(0, waitMs)',
    killedBy: HTTP,
  },
  {
    name: "a provider's answer is read however large it is",
    file: 'activities/providers/http.ts',
    find: 'if (received > maxBytes) return end(',
    replace: 'if (received < 0) return end(',
    killedBy: HTTP,
  },
  {
    name: "a provider's key is shown in the answer that repeats it",
    file: 'activities/providers/endpoint-caller.ts',
    find: "if (provider.auth.scheme !== 'query' || apiKey === '')",
    replace: "if (provider.auth.scheme === 'query')",
    killedBy: ['test/activities/providers/endpoint-caller.test.ts'],
  },
  {
    name: 'a call that is forbidden to one request takes the account out of routing',
    file: 'activities/providers/endpoint-caller.ts',
    find: 'if (status === REFUSED_KEY) return failure',
    replace: 'if (status >= REFUSED_KEY) return failure',
    killedBy: ['test/activities/providers/endpoint-caller.test.ts'],
  },
  {
    name: 'a send is repeated when its worker is lost',
    file: 'activities/runs/call-and-record.ts',
    find: "resume !== null : repeat === 'keyed' || repeat === 'free'",
    replace: 'resume !== null : true',
    killedBy: ['test/activities/runs/suppressed-late.test.ts'],
  },
  {
    name: 'a keyed send that may have gone out counts as refused when its inbox is gone',
    file: 'activities/runs/call-and-record.ts',
    find: '{ ...call, mayHaveBeenAsked: true }',
    replace: '{ ...call, mayHaveBeenAsked: false }',
    killedBy: EXECUTORS,
  },
  {
    name: 'an answer to a send that cannot be read counts as a failure',
    file: 'activities/runs/invoke-provider.ts',
    find: "return call.repeat === 'free'",
    replace: "return call.repeat !== 'free'",
    killedBy: EXECUTORS,
  },
  {
    name: 'a cost below zero is paid out',
    file: 'domain/raw/cost.ts',
    find: "return decimal === null || decimal.units < 0n ? 'unreadable'",
    replace: "return decimal === null ? 'unreadable'",
    killedBy: COST,
  },
  {
    name: 'a cost beyond all amounts is believed',
    file: 'domain/raw/cost.ts',
    find: 'return rounded > COST_MAX ? UNREADABLE : amount(rounded)',
    replace: 'return amount(rounded)',
    killedBy: COST,
  },
  {
    name: 'a reported cost is cut, not rounded half up',
    file: 'domain/json/decimal.ts',
    find: 'return (units * 2n + divisor) / (2n * divisor)',
    replace: 'return units / divisor',
    killedBy: COST,
  },
  {
    name: 'a bill that cannot be read is closed at its first reading',
    file: 'domain/raw/final-bill.ts',
    find: "if (found === 'unreadable') return unreadable > UNREADABLE_AGAIN ? null : delayMs",
    replace: "if (found === 'unreadable') return null",
    killedBy: ['test/domain/raw/final-bill.test.ts'],
  },
  {
    name: 'an actor is started without a cap',
    file: 'activities/providers/apify/run-actor.ts',
    find: '...(call.cap === null ? {} : { maxTotalChargeUsd',
    replace: '...(call.cap !== null ? {} : { maxTotalChargeUsd',
    killedBy: ['test/activities/providers/apify-social.test.ts'],
  },
  {
    name: 'an actor is started again when its attempt is taken over',
    file: 'activities/providers/apify/run-actor.ts',
    find: 'call.resume === null ? await start(account, call, waitMs)',
    replace: 'call.deadlineMs > 0 ? await start(account, call, waitMs)',
    killedBy: ['test/activities/providers/apify.test.ts'],
  },
  {
    name: 'an actor goes on after its attempt was lost',
    file: 'activities/providers/apify/run-actor.ts',
    find: 'await abortRun(account, run.id, AbortSignal.timeout(START_MS))',
    replace: 'void abortRun',
    killedBy: ['test/activities/providers/apify.test.ts'],
  },
  {
    name: 'a raw actor runs with a hold that pays for nothing',
    file: 'domain/raw/plan.ts',
    find: "if (price.model === 'flat' || hold >= leastHold(price)) return null",
    replace: "if (price.model === 'flat' || hold >= 0n) return null",
    killedBy: ['test/domain/raw/plan.test.ts'],
  },
  {
    name: "an endpoint that needs the workspace's own key runs on the platform's",
    file: 'domain/raw/plan.ts',
    find: 'if (endpoint.requires_byok) {',
    replace: "if (endpoint.requires_byok && environment === 'test') {",
    killedBy: ['test/domain/raw/plan.test.ts'],
  },
  {
    name: 'long numbers of a payload lose their last digits',
    file: 'domain/json/exact.ts',
    find: 'countDigits(source) > DIGITS_MAX',
    replace: 'countDigits(source) > DIGITS_MAX * 9',
    killedBy: ['test/domain/rows/csv-cells.test.ts', 'test/activities/providers/http.test.ts'],
  },
]
