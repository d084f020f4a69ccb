const { default: Sequencer } = require('@jest/test-sequencer')

/** Files that wait more than they work. */
const WAITING =
  /\/test\/(?:crash|workflows|activities\/webhooks)\/|\/(?:fair-shares|fair-starts|busy-table|purge-expired|actors)\.test\.ts$/

/**
 * Files that wait start first, so that the others fill the time meanwhile. Jest itself starts the slowest first, but on a
 * fresh clone it knows no times and takes the largest for the slowest.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const [waiting, working] = [[], []]
    const sorted = Reflect.apply(super.sort, this, [tests])
    for (const test of sorted) (WAITING.test(test.path) ? waiting : working).push(test)
    return [...waiting, ...working]
  }
}
