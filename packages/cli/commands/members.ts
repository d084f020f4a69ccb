import { Argument, Option } from 'commander'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { ResultRefusal } from '../failures.ts'
import { noun, operation } from '../operation-command.ts'
import { itemsOf, partsOf, time } from '../output/items.ts'
import { safeLine } from '../output/text.ts'
import { at, listAt, textAt, timeAt } from '../output/value.ts'

const ROLES = ['owner', 'member', 'viewer']
const MEMBER = new Argument('<member>', 'email, or usr_…')

const list = operation({
  name: 'list',
  summary: 'list members and open invitations',
  operation: 'GET /v1/members',
  view: partsOf(
    itemsOf([
      { title: 'EMAIL', fixed: true, of: 'email' },
      { title: 'ROLE', of: 'role' },
      { title: 'SINCE', fixed: true, spare: true, of: time('since') },
      {
        title: 'MEMBER',
        fixed: true,
        of: (member) => `${textAt(member, 'id')}${at(member, 'you') === true ? ' (you)' : ''}`,
      },
    ]),
    itemsOf(
      [
        { title: 'INVITED', fixed: true, of: 'email' },
        { title: 'ROLE', of: 'role' },
        { title: 'UNTIL', fixed: true, spare: true, of: time('expires_at') },
        { title: 'INVITATION', fixed: true, of: 'id' },
        { title: 'REFUSED BY MAIL', spare: true, of: 'refusal' },
      ],
      'invitations',
    ),
  ),
  examples: ['svc members', 'svc members list --json'],
})

const invite = operation<{ readonly role?: string }>({
  name: 'invite',
  summary: 'invite a person by mail',
  operation: 'POST /v1/members',
  words: [new Argument('<email>', 'address of the person')],
  options: [new Option('--role <role>', 'role of the person (member)').choices(ROLES)],
  sends: ({ words: [email], options: { role = 'member' } }) => ({ body: { email, role } }),
  view: (body) =>
    `${safeLine(`${textAt(body, 'email')} invited as ${textAt(body, 'role')}, until ${timeAt(body, 'expires_at')}`)}\n`,
  asPerson: true,
  examples: ['svc members invite lee@example.com --role viewer'],
})

const role = operation({
  name: 'role',
  summary: 'change the role of a member',
  operation: 'PATCH /v1/members/{user_id}',
  words: [MEMBER, new Argument('<role>', 'new role').choices(ROLES)],
  sends: async ({ words: [member = '', name], context }) => ({
    params: { user_id: await memberId(context, member) },
    body: { role: name },
  }),
  view: (body) => `${safeLine(`${textAt(body, 'email')} is ${textAt(body, 'role')}`)}\n`,
  asPerson: true,
  examples: ['svc members role usr_… viewer'],
})

const remove = operation({
  name: 'remove',
  summary: 'end a membership, with the sessions and apps of the person; API keys stay',
  operation: 'DELETE /v1/members/{user_id}',
  words: [MEMBER],
  sends: async ({ words: [member = ''], context }) => ({ params: { user_id: await memberId(context, member) } }),
  view: (body) => `${safeLine(textAt(body, 'id'))} removed\n`,
  asPerson: true,
  examples: ['svc members remove usr_…'],
})

const leave = operation({
  name: 'leave',
  summary: 'leave the workspace; another owner must remain',
  operation: 'DELETE /v1/auth/workspaces/{workspace_id}',
  sends: async ({ context }) => ({ params: { workspace_id: await workspaceId(context) } }),
  view: () => 'You left the workspace.\n',
  confirms: {
    option: 'confirm it',
    what: () => 'This ends your membership and your sessions in this workspace.',
  },
  asPerson: true,
  examples: ['svc members leave --yes'],
})

const withdraw = operation({
  name: 'withdraw',
  summary: 'withdraw an invitation',
  operation: 'DELETE /v1/members/invitations/{invitation_id}',
  words: [new Argument('<invitation>', 'mail_…')],
  sends: ({ words: [id = ''] }) => ({ params: { invitation_id: id } }),
  view: (body) => `${safeLine(textAt(body, 'id'))} withdrawn\n`,
  asPerson: true,
  examples: ['svc members withdraw mail_…'],
})

/** Decisions, "Members". */
export const members = noun(list, invite, role, remove, leave, withdraw)

/** The API takes ids, and a person knows addresses. */
async function memberId(context: Context, word: string): Promise<string> {
  if (!word.includes('@')) return word
  const { body } = await context.request('GET /v1/members')
  const found = listAt(body, 'items').find((member) => textAt(member, 'email') === word.toLowerCase())
  if (found === undefined) throw new ResultRefusal(`${word} is no member. svc members lists them.`, EXIT.nothing)
  return textAt(found, 'id')
}

async function workspaceId(context: Context): Promise<string> {
  const { body } = await context.request('GET /v1/auth/me')
  return textAt(at(body, 'workspace'), 'id')
}
