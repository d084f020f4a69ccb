import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'

export interface AccountMailStart {
  readonly mailId: string
}

/**
 * Sends a mail to one of the service's own users (decisions, "Account mails"). Address and link are in no history. It
 * is tried until the mail server answers, or until the link has expired.
 */
export async function sendAccountMail({ mailId }: AccountMailStart): Promise<void> {
  const step = proxyActivities<Activities>({
    startToCloseTimeout: '45 seconds',
    retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
    summary: 'send by SMTP',
  })
  setCurrentDetails('Sending')
  setCurrentDetails(`The mail: ${await step.sendAccountMail({ mailId })}`)
}
