import { BIG_DOMAIN, domainOf, listedOf, loadHistory, nameOf } from './history-data.ts'
import { growing } from './measure-growing.ts'
import type { BenchRequest } from './requests.ts'

const TIMES = 50
const TIMES_QUICK = 5
/** For requests that read thousands of runs. */
const TIMES_LARGE = 20
/** Spec 8. */
const BATCH = 200

/** A different person each time. */
const STRIDE = 37
const personAt = (time: number): number => 1 + (Math.abs(time * STRIDE) % 5_000)

/** Requests about subjects in a workspace with many runs. */
export const measureHistory = growing({
  name: 'history',
  large: ['run', 'run_subject', 'run_subject_block', 'touch'],
  async load(db, { rows, quick }) {
    const { workspace, runs, subjects, listed } = await loadHistory(db, rows)
    return {
      title: `History: ${runs} runs of one workspace, ${subjects} subjects, and ${listed} in long lists`,
      key: workspace.keys.live,
      requests: () => requestsOf(rows, quick),
    }
  },
})

function requestsOf(rows: number, quick: boolean): BenchRequest[] {
  const get = (name: string, q: (time: number) => string, { times = TIMES, more = '' } = {}): BenchRequest => ({
    name: `GET ${name}`,
    method: 'GET',
    path: (time) => `/v1/history?q=${encodeURIComponent(q(time))}${more}`,
    repetitions: quick ? TIMES_QUICK : times,
  })
  const post = (name: string, subject: (person: number) => string): BenchRequest => ({
    name: `POST ${name}`,
    method: 'POST',
    path: '/v1/history',
    repetitions: quick ? TIMES_QUICK : TIMES_LARGE,
    body: (time) => ({
      subjects: Array.from({ length: BATCH }, (_, at) => subject(1 + ((personAt(time) + at) % 5_000))),
    }),
  })
  const email = (person: number): string => `p${person}@${domainOf(person)}`
  const mixed = (person: number): string =>
    [email(person), domainOf(person), `@p${person}`, `linkedin.com/in/p${person}`, nameOf(person)][person % 5] ?? ''
  return [
    get('email', (time) => email(personAt(time))),
    get('domain', (time) => domainOf(personAt(time))),
    get('linkedin', (time) => `https://www.linkedin.com/in/p${personAt(time)}`),
    get('url', (time) => `https://${domainOf(personAt(time))}/p${personAt(time)}`),
    get('handle', (time) => `x:p${personAt(time)}`),
    get('handle without its platform', (time) => `@p${personAt(time)}`),
    get('phone', (time) => `+1555${String(personAt(time)).padStart(7, '0')}`),
    get('name', (time) => nameOf(personAt(time))),
    get('a name in part', (time) => `first${personAt(time) % 200}`, { times: TIMES_LARGE }),
    get('a company of a long list', (time) => listedOf(Math.abs(time), rows).domain),
    get('the same by its name', (time) => listedOf(Math.abs(time), rows).name),
    get('never seen', (time) => `unknown${time}@nowhere.example`),
    get('a domain of one in ten runs', () => BIG_DOMAIN, { times: TIMES_LARGE }),
    get('the same, 200 items', () => BIG_DOMAIN, { times: TIMES_LARGE, more: '&limit=200' }),
    post('200 emails', email),
    post('200 domains', domainOf),
    post('200 of all kinds', mixed),
    post('200 companies of long lists', (person) => listedOf(person, rows).domain),
  ]
}
