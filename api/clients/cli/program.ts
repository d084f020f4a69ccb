import { Command, CommanderError } from 'commander'
import { EXIT, EXIT_MEANINGS } from './exit-codes.ts'
import { addGlobals, type Declared, type Frame } from './frame.ts'
import type { Machine } from './machine.ts'
import { VERSION } from './version.ts'

/** Every command, in the order of the help. A new one is a file in `commands/` and a line here. */
const COMMANDS: readonly Declared[] = [
  {
    name: 'discover',
    summary: 'find what does a job, in your own words',
    load: async () => (await import('./commands/discover.ts')).discover,
  },
  {
    name: 'inspect',
    summary: 'what a capability or a raw endpoint takes, gives and costs',
    load: async () => (await import('./commands/inspect.ts')).inspect,
  },
  {
    name: 'run',
    summary: "run a capability, or a provider's raw endpoint",
    load: async () => (await import('./commands/run.ts')).run,
  },
  { name: 'runs', summary: 'list, read and cancel runs', load: async () => (await import('./commands/runs.ts')).runs },
  {
    name: 'history',
    summary: 'what was already done to a person or company',
    load: async () => (await import('./commands/history.ts')).history,
  },
  {
    name: 'tables',
    summary: 'lists of people and companies, and their rows',
    load: async () => (await import('./commands/tables.ts')).tables,
  },
  {
    name: 'suppressions',
    summary: 'who must not be contacted',
    load: async () => (await import('./commands/suppressions.ts')).suppressions,
  },
  {
    name: 'events',
    summary: 'the stream of replies, bounces and other events',
    load: async () => (await import('./commands/events.ts')).events,
  },
  {
    name: 'webhooks',
    summary: 'endpoints that events are sent to, and listening on this machine',
    load: async () => (await import('./commands/webhooks.ts')).webhooks,
  },
  {
    name: 'wallet',
    summary: 'the balance, and how it came about',
    load: async () => (await import('./commands/wallet.ts')).wallet,
  },
  {
    name: 'feedback',
    summary: 'tell the service what stood in the way',
    load: async () => (await import('./commands/feedback.ts')).feedback,
  },
  {
    name: 'errors',
    summary: 'every error code, and what to do',
    load: async () => (await import('./commands/errors.ts')).errors,
  },
  { name: 'api', summary: 'ask any route of the API', load: async () => (await import('./commands/api.ts')).api },
  {
    name: 'login',
    summary: 'keep a key or a session for the next commands',
    load: async () => (await import('./commands/login.ts')).login,
  },
  { name: 'logout', summary: 'forget them', load: async () => (await import('./commands/login.ts')).logout },
  {
    name: 'whoami',
    summary: 'which service, workspace and environment commands talk to',
    load: async () => (await import('./commands/whoami.ts')).whoami,
  },
  {
    name: 'completion',
    summary: 'completion for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    name: '__complete',
    summary: 'what the shells ask',
    hidden: true,
    load: async () => (await import('./commands/completion.ts')).complete,
  },
]

/**
 * Runs one command line, without `node` and the program's name; returns the exit code, and throws only for a defect.
 */
export async function runProgram(machine: Machine, argv: readonly string[]): Promise<number> {
  const frame: Frame = { machine, commands: COMMANDS, exitCode: EXIT.done, json: false, credentials: null, said: {} }
  const said: { readonly to: 'stdout' | 'stderr'; readonly text: string }[] = []
  const program = createProgram(frame, (to, text) => said.push({ to, text }))
  try {
    await program.parseAsync(rewritten(argv), { from: 'user' })
    return frame.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return await (await import('./report.ts')).report(error, frame)
    return error.exitCode === 0 ? EXIT.done : EXIT.usage
  } finally {
    for (const { to, text } of said) await machine[to].write(text)
  }
}

/** `help run` is `run --help`, and an empty command line shows the help. */
function rewritten(argv: readonly string[]): string[] {
  const [first, ...rest] = argv
  return first === undefined || first === 'help' ? [...rest, '--help'] : [...argv]
}

/**
 * The tree of commands; those that were not given have only a name and a summary. `say` receives the parser's output.
 */
function createProgram(frame: Frame, say: (to: 'stdout' | 'stderr', text: string) => void): Command {
  const { stdout, stderr } = frame.machine
  const program = new Command('svc')
  program
    .description('Routed data and outreach from the shell: find what does a job, see what it costs, run it.')
    .enablePositionalOptions()
    .exitOverride()
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => say('stdout', text),
      writeErr: (text) => say('stderr', text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('(--help tells what it takes)')
    .version(VERSION, '-V, --version', 'the version of this program')
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
    const fill = await load()
    fill(given, frame)
  })
  return program
}

const exitCodes = (): string =>
  `Exit codes:\n${EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')}`
