import type { Pool } from 'pg'
import type { Dispatcher } from 'undici'
import { searchAt } from '../search-call.ts'

/** Microdollars, far more than any comparison spends. */
export const JOB_BALANCE = 1_000_000_000_000
export const JOB_TABLES = `
  create table job_wallet (
    id integer primary key, available bigint not null check (available >= 0), held bigint not null);
  create table job_hold (id text primary key, amount bigint not null, charged bigint);
  insert into job_wallet values (1, ${JOB_BALANCE}, 0)`

const RESERVED = 2_000
const CHARGED = 1_000

export interface PeerJob {
  reserve(id: string): Promise<void>
  call(): Promise<void>
  settle(id: string): Promise<void>
}

/** What a run is at least, whatever makes it durable: each step may be repeated and then changes nothing. */
export const createJob = (pool: Pool, agent: Dispatcher, providerUrl: string): PeerJob => ({
  async reserve(id) {
    await pool.query({
      name: 'reserve',
      text: `with hold as (
          insert into job_hold (id, amount) values ($1, $2) on conflict do nothing returning amount
        )
        update job_wallet w set available = w.available - h.amount, held = w.held + h.amount from hold h
        where w.id = 1`,
      values: [id, RESERVED],
    })
  },
  call: () => searchAt(agent, providerUrl),
  async settle(id) {
    await pool.query({
      name: 'settle',
      text: `with hold as (
          update job_hold set charged = $2 where id = $1 and charged is null returning amount
        )
        update job_wallet w set held = w.held - h.amount, available = w.available + h.amount - $2 from hold h
        where w.id = 1`,
      values: [id, CHARGED],
    })
  },
})
