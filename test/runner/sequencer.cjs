const { default: Sequencer } = require('@jest/test-sequencer')

/** Files that wait more than they work. */
const WAITING =
  /\/test\/(?:crash|workflows|activities\/webhooks)\/|\/(?:fair-shares|fair-starts|busy-table|purge-expired|actors)\.test\.ts$/

/** Long tests of about a minute or more. */
const LONGEST =
  /\/test\/long\/(?:browser\/(?:dashboard|pages)|crash\/(?:jobs?|repeats)|replay\/paths|outages\/(?:temporal|worker)|clients\/(?:svc-hints|python)|load\/fair-shares|deploys\/\w+|runbook\/\w+)[\w-]*\.test\.ts$/

/** How many other files start between two of them: about as much time in all. */
const BETWEEN = 8

/**
 * Files that wait are spread among the others, so that these fill the time meanwhile, and the longest start first. Jest
 * itself starts the slowest first, but on a fresh clone it knows no times and takes the largest for the slowest. So a
 * long test that would end alone, after all others, is named above and starts before them.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const [longest, waiting, working] = [[], [], []]
    const sorted = Reflect.apply(super.sort, this, [tests])
    for (const test of sorted)
      (LONGEST.test(test.path) ? longest : WAITING.test(test.path) ? waiting : working).push(test)
    const spread = waiting.flatMap((test, at) => [test, ...working.slice(at * BETWEEN, (at + 1) * BETWEEN)])
    return [...longest, ...spread, ...working.slice(waiting.length * BETWEEN)]
  }
}
