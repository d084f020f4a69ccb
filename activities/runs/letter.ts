import type { JsonObject } from '../../domain/json/json.ts'
import { AI_HEADER, letterWith, type LinksOfLetter } from '../../domain/law/letter.ts'
import { PERSON_PATH, personOfLink } from '../../domain/law/person-link.ts'
import { sendOf } from '../../domain/outbound/recipients.ts'
import { UNSUBSCRIBE_PATH, unsubscriber, unsubscribeHeaders } from '../../domain/outbound/unsubscribe.ts'
import type { MailHeaders } from '../../domain/providers/manifest.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { type OwnSender, receivesMail } from '../../domain/senders/sender.ts'
import { personToken } from '../../db/outreach/law/person-token.ts'
import { unsubscribeToken } from '../../db/outreach/outbound/unsubscribe-token.ts'
import type { ActivityDeps } from '../deps.ts'
import type { AttemptExecution } from './attempt-execution.ts'

type Deps = Pick<ActivityDeps, 'cipher' | 'publicUrl'>

interface SendOfRun {
  readonly runId: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly capability: string | null
}

/** The token by which the recipient of an email unsubscribes; null: it is no email, or no recipient may. */
function tokenOf({ cipher }: Deps, { capability, ...owner }: SendOfRun, input: JsonObject): string | null {
  const address = capability === 'email.send' ? unsubscriber(input) : null
  if (address === null) return null
  const { workspaceId, environment, runId } = owner
  return unsubscribeToken(cipher, { workspaceId, environment, runId, address })
}

/** The links that a message of the run may have. */
export function linksOf(deps: Deps, run: SendOfRun, input: JsonObject): LinksOfLetter {
  const token = tokenOf(deps, run, input)
  const send = run.capability === null ? null : sendOf(run.capability, input)
  const person = run.capability === null || send === null ? null : personOfLink(run.capability, input, send)
  const { workspaceId, environment, runId } = run
  return {
    unsubscribe: token === null ? null : `${deps.publicUrl()}${UNSUBSCRIBE_PATH}${token}`,
    person:
      person === null
        ? null
        : `${deps.publicUrl()}${PERSON_PATH}${personToken(deps.cipher, { workspaceId, environment, runId, person })}`,
  }
}

/** A message as its provider sends it. `headers`: those of an email; null: it has none. */
interface SentLetter {
  readonly input: JsonObject
  readonly headers: MailHeaders | null
}

/**
 * The message with what the law adds, and the headers by which its recipient unsubscribes. It depends on nothing that
 * changes after the hold, so a repeated request to a provider has the same content.
 */
export function letterOf(
  deps: Deps,
  { runId, run }: Pick<AttemptExecution, 'runId' | 'run'>,
  { input, sender }: { readonly input: JsonObject; readonly sender: OwnSender | null },
): SentLetter {
  const { capability, law } = run
  const token = tokenOf(deps, { ...run, runId }, input)
  const headers = {
    ...(token === null ? {} : unsubscribeHeaders({ publicUrl: deps.publicUrl(), token, mailbox: mailboxOf(sender) })),
    ...(capability === 'email.send' && law?.ai_line === true ? AI_HEADER : {}),
  }
  return {
    input:
      capability === null || law === null
        ? input
        : letterWith({ capability, input }, law, linksOf(deps, { ...run, runId }, input)),
    headers: Object.keys(headers).length === 0 ? null : headers,
  }
}

const mailboxOf = (sender: OwnSender | null): string | null =>
  sender !== null && receivesMail(sender) ? sender.address : null
