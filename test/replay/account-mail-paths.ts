import { PASSWORD } from '../api/http/auth/people.ts'
import { httpClient } from '../support/http.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { CANARIES } from './canaries.ts'
import type { Path } from './paths.ts'

/** The end of a mail, in a separate service that has a mail server; its workflows are on the shared server. */
export const ACCOUNT_MAIL_PATHS: Readonly<Record<string, Path>> = {
  'account-mail-sent': async () => {
    const mails = await startMailServer()
    const service = await startTestService({
      sweepEveryMs: 200,
      env: { SMTP_URL: mails.url, MAIL_FROM: 'no-reply@example.org' },
    })
    try {
      const person = { email: CANARIES.email, password: PASSWORD, workspace: CANARIES.name }
      await httpClient(service.url).post('/v1/auth/signup', person)
      const [mail] = await until(
        async () => mails.received,
        ({ length }) => length === 1,
      )
      const id = /mail_\w+/.exec(mail?.messageId ?? '')?.[0] ?? ''
      await service.client.workflow.getHandle(id).result()
      return id
    } finally {
      await service.stop()
      await mails.close()
    }
  },
}
