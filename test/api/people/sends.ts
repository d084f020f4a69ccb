import { at, type HttpAnswer } from '../../support/http.ts'
import { type Office, ok } from './office.ts'
import { named, type Person, textOf } from './people.ts'

/** Requests to write to a person, each with the person spelled in another way. */
export interface Send {
  readonly name: string
  send(): Promise<HttpAnswer>
}

const run = ({ live }: Office, body: object) => live.post('/v1/run', { routing: { allow_repeat: true }, ...body })

export function sendsTo(office: Office, person: Person, drawn: readonly number[]): readonly Send[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = drawn
  const { email, linkedin, phone, handle } = person
  const text = 'Do you have a minute?'
  const ofCapability = (capability: string, input: object): Send => ({
    name: `${capability} ${JSON.stringify(input)}`,
    send: () => run(office, { capability, input }),
  })
  const raw = {
    provider: 'resend',
    endpoint: 'POST /emails',
    input: { from: `me@${office.domain}`, to: email.value.toUpperCase(), subject: 'A question', text },
  }
  return [
    ofCapability('email.send', { to: textOf(email, first), inbox_id: office.inboxId, subject: 'A question', text }),
    ofCapability('linkedin.invite', { profile_url: textOf(linkedin, second) }),
    ofCapability('linkedin.message', { profile_url: textOf(linkedin, third), text }),
    ofCapability('chat.send', { platform: 'whatsapp', phone: textOf(phone, third), text }),
    ...(handle.field === 'instagram'
      ? [ofCapability('chat.send', { platform: 'instagram', handle: textOf(named(handle), fourth), text })]
      : []),
    { name: `raw ${raw.input.to}`, send: () => run(office, raw) },
  ]
}

/** A job that writes to the person of an uploaded file; answers with the outcome of its row. */
export async function sendByJob({ live, inboxId }: Office, address: string): Promise<unknown> {
  const text = `address\r\n"${address.replaceAll('"', '""')}"\r\n`
  const uploaded = await live.request('/v1/jobs/uploads', {
    method: 'POST',
    text,
    headers: { 'Content-Type': 'text/csv' },
  })
  const made = await live.post('/v1/jobs', {
    capability: 'email.send',
    input: { to: '{{address}}', inbox_id: inboxId, subject: 'A question', text: 'Do you have a minute?' },
    rows: { upload: uploaded.at('upload_id') },
    routing: { allow_repeat: true },
    ceiling: '1.00',
    pilot: 0,
  })
  if (made.status !== 202) throw new Error(`${uploaded.text} ${made.text}`)
  await ok(live.get(`/v1/jobs/${String(made.at('job_id'))}?wait=30`))
  const { body } = await ok(live.get(`/v1/jobs/${String(made.at('job_id'))}/items`))
  // A workspace keeps few uploads.
  await ok(live.delete(`/v1/job-uploads/${String(uploaded.at('upload_id'))}`))
  return at(body, 'items', '0')
}
