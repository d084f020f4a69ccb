import type { Mutant } from '../mutant.ts'

const SUPPRESSIONS = ['test/db/outbound/suppressions-block.test.ts']
const REPEAT = ['test/db/outbound/repeat-guard.test.ts']
const TOUCHES = ['test/db/outbound/touches.test.ts']
const RECIPIENTS = ['test/domain/outbound/recipients.test.ts']

/** Suppressions, the repeat guard, touches, senders, and what providers report of messages. */
export const OUTREACH: readonly Mutant[] = [
  {
    name: 'a suppression that lands after the reservation does not stop the send',
    file: 'db/attempts/begin.ts',
    find: 'where not exists (select from suppressed)',
    replace: 'where true',
    killedBy: SUPPRESSIONS,
  },
  {
    name: 'a suppression of the sandbox blocks live sends',
    file: 'db/outbound/ties-sql.ts',
    find: 's.environment = t.environment and s.kind = t.kind',
    replace: 's.environment is not null and s.kind = t.kind',
    killedBy: SUPPRESSIONS,
  },
  {
    name: 'a suppressed domain leaves its subdomains out',
    file: 'db/outbound/ties-sql.ts',
    find: "array_to_string(h.labels[n:], '.')",
    replace: "array_to_string(h.labels[1:], '.')",
    killedBy: SUPPRESSIONS,
  },
  {
    name: 'a row ties nobody: the other addresses of a suppressed person are written to',
    file: 'db/outbound/ties-sql.ts',
    find: "where i.row_id = t.row_id and i.kind <> 'field' offset 0",
    replace: "where i.row_id = t.row_id and i.kind = 'field' offset 0",
    killedBy: SUPPRESSIONS,
  },
  {
    name: 'a send is blocked by what it sends to in another workspace',
    file: 'db/outbound/ties-sql.ts',
    find: 'where i.workspace_id = p.workspace_id and i.environment = p.environment and i.kind = p.kind',
    replace: 'where i.kind = p.kind',
    killedBy: SUPPRESSIONS,
  },
  {
    name: 'the repeat guard never forgets',
    file: 'db/outbound/touch-claims.ts',
    find: 't.at > now() - make_interval(days => :repeatTouchDays)',
    replace: "t.at > now() - make_interval(days => :repeatTouchDays) - interval '9 years'",
    killedBy: REPEAT,
  },
  {
    name: 'two first messages to one person are reserved at once',
    file: 'db/outbound/touch-claims.ts',
    find: 'where c.run_id <> :runId',
    replace: 'where c.run_id <> :runId and false',
    killedBy: REPEAT,
  },
  {
    name: 'a send that the wallet refused keeps its recipients claimed',
    file: 'activities/runs/hold-maximum.ts',
    find: "if (judged.kind === 'refused' || judged.kind === 'blocked')",
    replace: "if (judged.kind === 'blocked')",
    killedBy: TOUCHES,
  },
  {
    name: 'a reply is refused as a second first message',
    file: 'db/outbound/touch-claims.ts',
    find: "(${IS_OWN} or ${IN_THREAD('n')})",
    replace: '${IS_OWN}',
    killedBy: REPEAT,
  },
  {
    name: 'the id of any message lets a send pass the repeat guard',
    file: 'domain/outbound/guard.ts',
    find: 'const passes = send.chat_id !== null',
    replace: 'const passes = send.reply || send.chat_id !== null',
    killedBy: ['test/domain/outbound/guard.test.ts'],
  },
  {
    name: 'a send to another address than that of its row is not counted there',
    file: 'db/outbound/touch-sql.ts',
    find: 'select linked_row from sent where linked_row is not null',
    replace: 'select linked_row from sent where false',
    killedBy: TOUCHES,
  },
  {
    name: 'a send of unknown outcome leaves no touch',
    file: 'db/outbound/touch-sql.ts',
    find: "a.run_id = l.id and a.outcome = 'unknown')",
    replace: "a.run_id = l.id and a.outcome = 'unknown' and false)",
    killedBy: TOUCHES,
  },
  {
    name: 'a send that ended keeps its recipients claimed',
    file: 'db/outbound/touch-sql.ts',
    find: 'select c.* from locked l join touch_claim c on c.run_id = l.id',
    replace: 'select c.* from locked l join touch_claim c on c.run_id = l.id and false',
    killedBy: TOUCHES,
  },
  {
    name: 'blind copies are no recipients',
    file: 'domain/outbound/recipients.ts',
    find: "export const EMAIL_FIELDS = ['to', 'cc', 'bcc'] as const",
    replace: "export const EMAIL_FIELDS = ['to', 'cc'] as const",
    killedBy: RECIPIENTS,
  },
  {
    name: 'an address in capital letters is another recipient',
    file: 'domain/outbound/recipients.ts',
    find: 'text.toLowerCase().slice(0, VALUE_LENGTH_MAX)',
    replace: 'text.slice(0, VALUE_LENGTH_MAX)',
    killedBy: RECIPIENTS,
  },
  {
    name: 'a raw batch of first messages passes as replies',
    file: 'domain/outbound/raw-send.ts',
    find: "'resend POST /emails/batch': 'first'",
    replace: "'resend POST /emails/batch': 'reply'",
    killedBy: ['test/domain/outbound/raw-send.test.ts'],
  },
  {
    name: 'recipients in angle brackets of a raw send are not recognised',
    file: 'domain/outbound/raw-send.ts',
    find: 'const written = bracketed.length > 0 ? bracketed : value.split',
    replace: 'const written = bracketed.length > 9 ? bracketed : value.split',
    killedBy: ['test/domain/outbound/raw-send.test.ts'],
  },
  {
    name: 'a bounce that may pass suppresses its recipient',
    file: 'activities/inbound/apply-event.ts',
    find: "'type' in data && data.type === 'Permanent' ? 'bounce'",
    replace: "'type' in data ? 'bounce'",
    killedBy: ['test/activities/inbound/consequences.test.ts'],
  },
  {
    name: "the workspace's own messages are reported as received",
    file: 'domain/inbound/unipile.ts',
    find: "isSet(body['is_event']) || isSet(body['is_sender'])",
    replace: "isSet(body['is_event'])",
    killedBy: ['test/domain/inbound/facts.test.ts'],
  },
  {
    name: 'an account that a workspace removed comes back by itself',
    file: 'domain/inbound/account-state.ts',
    find: "if (status === next || status === 'removed') return null",
    replace: 'if (status === next) return null',
    killedBy: ['test/domain/inbound/consequences.test.ts'],
  },
  {
    name: 'two senders that are named apart count as one',
    file: 'domain/senders/resolve.ts',
    find: 'if (found.some((other) => other?.id !== sender.id))',
    replace: 'if (found.some((other) => other?.id === undefined))',
    killedBy: ['test/domain/senders/resolve.test.ts'],
  },
  {
    name: 'a sender that is not connected sends',
    file: 'domain/senders/resolve.ts',
    find: 'sender.canSend ? { sender } : refused(',
    replace: 'sender.id ? { sender } : refused(',
    killedBy: ['test/domain/senders/resolve.test.ts'],
  },
]
