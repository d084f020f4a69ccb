import { does, type Fill, withExamples } from '../frame.ts'
import { memberLines } from '../output/members.ts'
import { listAt, textAt, timeAt } from '../output/value.ts'

/** The service, workspace and environment that commands use, and their credential. */
export const whoami: Fill = (command, frame) => {
  withExamples(
    does(command, frame, async (context) => {
      const { credentials } = await context.requests()
      const answer = await context.request('GET /v1/auth/me')
      await context.show(
        answer,
        (body) =>
          `${memberLines(
            [
              ['service', credentials.baseUrl],
              ['workspace', `${textAt(body, 'workspace', 'name')} (${textAt(body, 'workspace', 'id')})`],
              ['environment', textAt(body, 'environment')],
              ['credential', `${textAt(body, 'credential')}, from ${credentials.from}`],
              ['person', textAt(body, 'user', 'email')],
              ['scopes', listAt(body, 'scopes').map(String).join(', ')],
              ['ends', timeAt(body, 'expires_at')],
            ],
            context.style,
          ).join('\n')}\n`,
      )
    }),
    ['svc whoami'],
  )
}
