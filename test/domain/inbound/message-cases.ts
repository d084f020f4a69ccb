import type { JsonObject } from '../../../domain/json/json.ts'

const sent = {
  message_id: '<0100019a@example.com>',
  thread_id: '00000000-0000-4000-8000-0000000000aa',
  at: '2026-11-20T09:00:05.000Z',
}
const fromInbox = { kind: 'inbox', externalId: 'sales@agentmail.example' }
const robin = ['robin.sample@example.com']
const resendSent = {
  message_id: '00000000-0000-4000-8000-0000000000bb',
  thread_id: null,
  at: '2026-11-20T09:00:05.678Z',
}
const fromAddress = { kind: 'address', address: 'sales@example.org', runId: null }
const chatMessage = {
  chat_id: 'chat_sample',
  message_id: 'msg_sample',
  text: 'Thank you, that would be great.',
  sender_name: 'Robin Sample',
  sent_at: '2026-11-20T09:30:00.965Z',
}

type Row = readonly [fixture: string, eventId: string | null, message: JsonObject]

export const ROWS: readonly Row[] = [
  [
    'agentmail-received',
    'evt_am_received',
    {
      kind: 'mail_received',
      inbox: 'sales@agentmail.example',
      headers: null,
      contentTypes: [],
      data: {
        message_id: '<0100019a-received@example.com>',
        thread_id: sent.thread_id,
        from: 'Robin Sample <robin.sample@example.com>',
        to: ['sales@agentmail.example'],
        cc: ['Kim Sample <kim.sample@example.com>'],
        subject: 'Re: A question',
        preview: 'Thank you, that would be',
        text: 'Thank you, that would be great.\n\nRobin',
        labels: ['received', 'unread'],
        received_at: '2026-11-20T09:30:01.500Z',
      },
    },
  ],
  [
    'agentmail-received-spam',
    'evt_am_spam',
    {
      kind: 'mail_received',
      inbox: 'sales@agentmail.example',
      headers: null,
      contentTypes: [],
      data: {
        message_id: '<0100019a-spam@example.com>',
        thread_id: sent.thread_id,
        from: 'Robin Sample <robin.sample@example.com>',
        to: ['sales@agentmail.example'],
        cc: [],
        subject: null,
        preview: null,
        text: null,
        labels: ['received', 'spam'],
        received_at: '2026-11-20T09:30:01.500Z',
      },
    },
  ],
  [
    'agentmail-delivered',
    'evt_am_delivered',
    {
      kind: 'mail_reported',
      sender: fromInbox,
      report: { type: 'email.delivered', data: { ...sent, recipients: robin } },
    },
  ],
  [
    'agentmail-bounced',
    'evt_am_bounced',
    {
      kind: 'mail_reported',
      sender: fromInbox,
      report: { type: 'email.bounced', data: { ...sent, recipients: robin, type: 'Permanent', sub_type: 'General' } },
      bounced: [{ address: 'robin.sample@example.com', class: 'unknown_recipient' }],
    },
  ],
  [
    'agentmail-complained',
    'evt_am_complained',
    {
      kind: 'mail_reported',
      sender: fromInbox,
      report: { type: 'email.complained', data: { ...sent, recipients: robin, type: 'abuse', sub_type: 'virus' } },
    },
  ],
  [
    'agentmail-rejected',
    'evt_am_rejected',
    {
      kind: 'mail_reported',
      sender: fromInbox,
      report: { type: 'email.rejected', data: { ...sent, reason: 'Bad content' } },
    },
  ],
  [
    'resend-delivered',
    'msg_delivery',
    {
      kind: 'mail_reported',
      sender: { ...fromAddress, runId: 'run_01kax4jd2d3e5f6g7h8j9kamnp' },
      report: { type: 'email.delivered', data: { ...resendSent, recipients: robin } },
    },
  ],
  [
    'resend-bounced',
    'msg_delivery',
    {
      kind: 'mail_reported',
      sender: fromAddress,
      report: {
        type: 'email.bounced',
        data: { ...resendSent, recipients: robin, type: 'Permanent', sub_type: 'General' },
      },
      bounced: [{ address: 'robin.sample@example.com', class: 'unknown_recipient' }],
    },
  ],
  [
    'resend-complained',
    'msg_delivery',
    {
      kind: 'mail_reported',
      sender: fromAddress,
      report: { type: 'email.complained', data: { ...resendSent, recipients: robin, type: 'abuse', sub_type: null } },
    },
  ],
  [
    'resend-failed',
    'msg_delivery',
    {
      kind: 'mail_reported',
      sender: fromAddress,
      report: { type: 'email.rejected', data: { ...resendSent, reason: 'reached_daily_quota' } },
    },
  ],
  [
    'resend-suppressed',
    'msg_delivery',
    {
      kind: 'mail_reported',
      sender: fromAddress,
      report: { type: 'email.rejected', data: { ...resendSent, reason: 'previous_bounce' } },
    },
  ],
  [
    'unipile-linkedin-message',
    'message:acc_own:msg_sample',
    {
      kind: 'chat_message_received',
      account: 'acc_own',
      senderNames: ['https://www.linkedin.com/in/robin-sample/', 'ACoAAB0000SAMPLE'],
      data: {
        ...chatMessage,
        sender_id: 'ACoAAB0000SAMPLE',
        sender_profile_url: 'https://www.linkedin.com/in/robin-sample/',
      },
    },
  ],
  [
    'unipile-instagram-message',
    'message:acc_own:msg_sample',
    {
      kind: 'chat_message_received',
      account: 'acc_own',
      senderNames: ['https://www.instagram.com/robin.sample', '17840000000001'],
      data: {
        ...chatMessage,
        sender_id: '17840000000001',
        sender_profile_url: 'https://www.instagram.com/robin.sample',
      },
    },
  ],
  [
    'unipile-whatsapp-message',
    'message:acc_own:msg_sample',
    {
      kind: 'chat_message_received',
      account: 'acc_own',
      senderNames: ['12025550123@s.whatsapp.net'],
      data: {
        ...chatMessage,
        text: null,
        sender_name: 'Robin',
        sender_id: '12025550123@s.whatsapp.net',
        sender_profile_url: null,
      },
    },
  ],
  [
    'unipile-mail-received',
    'mail:acc_own:mail_sample',
    {
      kind: 'gmail_received',
      account: 'acc_own',
      data: {
        message_id: 'mail_sample',
        thread_id: '19a0thread',
        from: 'Robin Sample <robin.sample@example.com>',
        to: ['Own <own@example.org>'],
        cc: ['kim.sample@example.com'],
        subject: 'Re: A question',
        text: 'Thank you.',
        sent_at: '2026-11-20T09:30:00.000Z',
        has_attachments: false,
      },
    },
  ],
  [
    'unipile-new-relation',
    'relation:acc_own:ACoAAB0000SAMPLE',
    {
      kind: 'new_connection',
      account: 'acc_own',
      data: {
        name: 'Robin Sample',
        provider_id: 'ACoAAB0000SAMPLE',
        public_identifier: 'robin-sample',
        profile_url: 'https://www.linkedin.com/in/robin-sample/',
      },
    },
  ],
  ['unipile-account-credentials', null, { kind: 'account_status_changed', account: 'acc_own', state: 'credentials' }],
  ['unipile-account-ok', null, { kind: 'account_status_changed', account: 'acc_own', state: 'connected' }],
]
