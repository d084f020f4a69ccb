import { action, type CommandSetup, withExamples } from '../frame.ts'
import { factsOf, time } from '../output/items.ts'
import { listAt, textAt } from '../output/value.ts'

/** The service, workspace and environment that commands use, and their credential. */
export const whoami: CommandSetup = (command, frame) => {
  withExamples(
    action(command, frame, async (context) => {
      const { credentials } = await context.requests()
      const view = factsOf([
        ['service', () => credentials.baseUrl],
        ['workspace', (me) => `${textAt(me, 'workspace', 'name')} (${textAt(me, 'workspace', 'id')})`],
        ['environment', 'environment'],
        ['credential', (me) => `${textAt(me, 'credential')}, from ${credentials.from}`],
        ['person', 'user.email'],
        ['scopes', (me) => listAt(me, 'scopes').map(String).join(', ')],
        ['ends', time('expires_at')],
      ])
      await context.show(await context.request('GET /v1/auth/me'), (body) => view(body, context))
    }),
    ['svc whoami'],
  )
}
