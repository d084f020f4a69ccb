import { Command, CommanderError } from 'commander'
import { EXIT, EXIT_MEANINGS } from './exit-codes.ts'
import { addGlobals, type Declared, type CliFrame } from './frame.ts'
import type { Machine } from './machine.ts'
import { nearest } from './suggestion.ts'
import { VERSION } from './version.ts'

/** Every command, in the order of the help. A new one is a file in `commands/` and a line here. */
const COMMANDS: readonly Declared[] = [
  {
    name: 'discover',
    summary: 'find capabilities for a job in plain words',
    load: async () => (await import('./commands/discover.ts')).discover,
  },
  {
    name: 'inspect',
    summary: 'show input, output and price of a capability or a raw endpoint',
    load: async () => (await import('./commands/inspect.ts')).inspect,
  },
  {
    name: 'run',
    summary: "run a capability, or a provider's raw endpoint",
    load: async () => (await import('./commands/run.ts')).run,
  },
  { name: 'runs', summary: 'list, read and cancel runs', load: async () => (await import('./commands/runs.ts')).runs },
  {
    name: 'jobs',
    summary: 'run one input for many rows of a file or a table',
    load: async () => (await import('./commands/jobs.ts')).jobs,
  },
  {
    name: 'history',
    summary: 'show what was done about a person or company',
    load: async () => (await import('./commands/history.ts')).history,
  },
  {
    name: 'tables',
    summary: 'manage tables of people and companies, and their rows',
    load: async () => (await import('./commands/tables.ts')).tables,
  },
  {
    name: 'suppressions',
    summary: 'manage suppressed recipients',
    load: async () => (await import('./commands/suppressions.ts')).suppressions,
  },
  {
    name: 'watches',
    summary: 'run a request on a schedule, and report new and changed records',
    load: async () => (await import('./commands/watches.ts')).watches,
  },
  {
    name: 'events',
    summary: 'read replies, bounces and other events',
    load: async () => (await import('./commands/events.ts')).events,
  },
  {
    name: 'do-not-process',
    summary: 'manage lists of people and companies that are not processed',
    load: async () => (await import('./commands/do-not-process.ts')).doNotProcess,
  },
  {
    name: 'webhooks',
    summary: 'manage webhook endpoints, or forward events to this machine',
    load: async () => (await import('./commands/webhooks.ts')).webhooks,
  },
  {
    name: 'callbacks',
    summary: 'show the callbacks of runs and their secret',
    load: async () => (await import('./commands/callbacks.ts')).callbacks,
  },
  {
    name: 'inboxes',
    summary: 'manage email inboxes',
    load: async () => (await import('./commands/inboxes.ts')).inboxes,
  },
  {
    name: 'domains',
    summary: 'manage sending domains',
    load: async () => (await import('./commands/domains.ts')).domains,
  },
  {
    name: 'senders',
    summary: 'set the limits of inboxes and accounts, and list what waits for them',
    load: async () => (await import('./commands/senders.ts')).senders,
  },
  {
    name: 'accounts',
    summary: 'manage LinkedIn, Instagram, WhatsApp and Gmail accounts',
    load: async () => (await import('./commands/accounts.ts')).accounts,
  },
  {
    name: 'connections',
    summary: 'call providers with your own keys',
    load: async () => (await import('./commands/connections.ts')).connections,
  },
  {
    name: 'wallet',
    summary: 'show the balance and its transactions',
    load: async () => (await import('./commands/wallet.ts')).wallet,
  },
  {
    name: 'usage',
    summary: 'count runs and charges',
    load: async () => (await import('./commands/usage.ts')).usage,
  },
  {
    name: 'plan',
    summary: 'show and choose the plan',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    name: 'referrals',
    summary: 'show the referral link and its credits',
    load: async () => (await import('./commands/referrals.ts')).referrals,
  },
  {
    name: 'keys',
    summary: 'manage API keys',
    load: async () => (await import('./commands/keys.ts')).keys,
  },
  {
    name: 'members',
    summary: 'manage the people of the workspace',
    load: async () => (await import('./commands/members.ts')).members,
  },
  {
    name: 'apps',
    summary: 'list and disconnect connected apps',
    load: async () => (await import('./commands/apps.ts')).apps,
  },
  {
    name: 'feedback',
    summary: 'report a problem',
    load: async () => (await import('./commands/feedback.ts')).feedback,
  },
  {
    name: 'errors',
    summary: 'list error codes and what to do',
    load: async () => (await import('./commands/errors.ts')).errors,
  },
  { name: 'api', summary: 'call any route of the API', load: async () => (await import('./commands/api.ts')).api },
  {
    name: 'login',
    summary: 'sign in through the browser, or store a key or a session',
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'sign out, and delete what login stored',
    load: async () => (await import('./commands/login.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'show the service, workspace and environment in use',
    load: async () => (await import('./commands/whoami.ts')).whoami,
  },
  {
    name: 'completion',
    summary: 'print the completion script for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    name: '__complete',
    summary: 'completion for shells',
    hidden: true,
    load: async () => (await import('./commands/completion.ts')).complete,
  },
]

/**
 * Runs one command line, without `node` and the program's name; returns the exit code, and throws only for a defect.
 */
export async function runProgram(machine: Machine, argv: readonly string[]): Promise<number> {
  const frame: CliFrame = {
    machine,
    commands: COMMANDS,
    exitCode: EXIT.done,
    json: false,
    credentials: null,
    given: {},
  }
  const written: { readonly to: 'stdout' | 'stderr'; readonly text: string }[] = []
  const program = createProgram(frame, (to, text) => written.push({ to, text }))
  try {
    await program.parseAsync(rewritten(argv), { from: 'user' })
    return frame.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return await (await import('./report.ts')).report(error, frame)
    return error.exitCode === 0 ? EXIT.done : EXIT.usage
  } finally {
    for (const { to, text } of written) await machine[to].write(text)
  }
}

/** `help run` is `run --help`, and an empty command line shows the help. */
function rewritten(argv: readonly string[]): string[] {
  const [first, ...rest] = argv
  return first === undefined || first === 'help' ? [...rest, '--help'] : [...argv]
}

/**
 * The tree of commands; those that were not given have only a name and a summary. `print` receives the parser's output.
 */
function createProgram(frame: CliFrame, print: (to: 'stdout' | 'stderr', text: string) => void): Command {
  const { stdout, stderr } = frame.machine
  const program = new Command('svc')
  program
    .description('Routed data and outreach from the shell: find a capability, see its price, run it.')
    .enablePositionalOptions()
    .exitOverride()
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => print('stdout', text),
      writeErr: (text) => print('stderr', text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
      outputError: (text, write) => write(withMeantChoice(text)),
    })
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('(see --help)')
    .version(VERSION, '-V, --version', 'print the version of this program')
    .addHelpText(
      'after',
      `\n${exitCodes()}\n\nFirst steps:\n  $ svc discover 'work email of a person'\n  $ svc inspect contact.find\n  $ svc run contact.find full_name='Ada Example' domain=example.com\n`,
    )
  addGlobals(program)
  const unfilled = new Map(
    COMMANDS.map(({ name, summary, load, hidden }) => [
      program
        .command(name, { hidden: hidden === true })
        .description(summary)
        .enablePositionalOptions(),
      load,
    ]),
  )
  program.hook('preSubcommand', async (_, given) => {
    const load = unfilled.get(given)
    unfilled.delete(given)
    if (load === undefined) return
    const setup = await load()
    setup(given, frame)
  })
  return program
}

/** The parser's message about a value that is none of the choices, with the choice that was probably meant. */
function withMeantChoice(text: string): string {
  const [, wanted = '', choices = ''] = /'([^']*)' is invalid.* Allowed choices are (.*)\.\n$/.exec(text) ?? []
  const meant = nearest(wanted, choices.split(', '))
  return meant === null || wanted === '' ? text : `${text}(Did you mean ${meant}?)\n`
}

const exitCodes = (): string =>
  `Exit codes:\n${EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')}`
