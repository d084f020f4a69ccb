import { CLI } from '../../domain/cli/commands.ts'

/** The server's instructions, which an agent reads before it sees any tool. */
export const INSTRUCTIONS = [
  'One API and one prepaid wallet for many providers: find contacts, enrich people and companies, search the web and social platforms, send email and messages.',
  'The way: `discover` the capability that does the job, `inspect` it for its input and its price, `run` it. All tools are free but `run` and `batch_run`, which are paid from the wallet; only what was delivered is charged. Set `routing.max_cost`, and an `idempotency_key` that you repeat when an answer was lost.',
  'Ask `history` before you buy or write again. With tables on, `record` and `into` keep results in rows, and the same enrichment is free for 30 days.',
  'A refused call answers `{error: {code, message, request_id}}`, with `param` naming the argument at fault; a run that failed answers the run with its `error`. `no_match`, blocked runs and `insufficient_balance` are answers, not defects.',
  `Hints are commands of the shell client: \`${CLI} inspect contact.find\` is the tool \`inspect\` with \`capability\`. A key \`svc_test_…\` is the sandbox: simulated providers and simulated money.`,
].join('\n')
