import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { OutreachPolicy, SenderProfile } from '../../schemas/law.ts'
import { html, type Html } from '../../html/markup.ts'
import { Problem } from '../../errors/problem.ts'
import { actionOf, formOf, type FormField, hasChanged } from '../forms.ts'
import { can, type MakePage, pageUrl, type View } from '../page.ts'

const LAW_PATH = '/law'

const PROFILE_FIELDS = [
  { name: 'legal_name', label: 'Legal name', maxLength: 200 },
  { name: 'postal_address', label: 'Postal address', rows: 3, maxLength: 500 },
  { name: 'country', label: 'Country', hint: 'Two letters, such as DE.', maxLength: 2 },
  { name: 'contact', label: 'Contact', hint: 'An email address, a phone number or a page.', maxLength: 200 },
  { name: 'privacy_url', label: 'Privacy notice', type: 'url', maxLength: 2_000 },
] as const satisfies readonly FormField[]

type Choice = readonly [name: keyof OutreachPolicy, label: string, options: readonly (readonly [string, string])[]]

const CHOICES: readonly Choice[] = [
  [
    'footer',
    'Footer of an email to one recipient',
    [
      ['off', 'None'],
      ['append', 'Name, postal address and unsubscribe link'],
    ],
  ],
  [
    'unknown_country',
    'Without a basis, to an unknown country',
    [
      ['pass', 'Is sent, with a hint'],
      ['block', 'Is blocked'],
    ],
  ],
  [
    'require_profile',
    'Without a complete profile',
    [
      ['false', 'Messages are sent'],
      ['true', 'No message is sent'],
    ],
  ],
  [
    'ai_disclosure',
    'A message that a model wrote',
    [
      ['off', 'Stays as it is'],
      ['line', 'States so'],
    ],
  ],
  [
    'notice_link',
    'A first message',
    [
      ['off', 'Has no link to the page of its recipient'],
      ['first_message', 'Links the page of its recipient'],
    ],
  ],
  [
    'not_interested',
    'A message of the class not_interested',
    [
      ['off', 'Suppresses no one'],
      ['suppress', 'Suppresses its sender'],
    ],
  ],
]

/** Who the workspace is when it writes to people, and what its messages need. */
export const lawPage: MakePage = ({ find }) => {
  const getProfile = find('getSenderProfile', SenderProfile)
  const updateProfile = find('updateSenderProfile', SenderProfile)
  const getPolicy = find('getOutreachPolicy', OutreachPolicy)
  const updatePolicy = find('updateOutreachPolicy', OutreachPolicy)
  return {
    path: LAW_PATH,
    section: LAW_PATH,
    navigation: { name: 'Law', group: 'Sending' },
    async show(view) {
      const [profile, policy] = await Promise.all([getProfile(view), getPolicy(view)])
      return {
        title: 'Law',
        main: html`<div class="cards forms">
<section class="card"><h2>Sender profile</h2>${missingShown(profile)}${profileShown(view, profile)}</section>
<section class="card"><h2>Outreach policy</h2>${policyShown(view, policy)}</section>
</div>`,
      }
    },
    async act(view, form) {
      switch (actionOf(form)) {
        case 'profile':
          await updateProfile(view, { body: changedIn(form, profileFields) })
          return pageUrl(view, LAW_PATH)
        case 'policy':
          await updatePolicy(view, { body: changedIn(form, policyFields) })
          return pageUrl(view, LAW_PATH)
        default:
          throw new Problem('invalid_request', 'There is no action with this name.')
      }
    },
  }
}

const missingShown = ({ missing }: SenderProfile): Html | false =>
  missing.length > 0 && html`<p class="quiet">A complete profile also has: ${missing.join(', ')}.</p>`

const profileFields = PROFILE_FIELDS.map(({ name }) => name)
const policyFields = ['require_basis_for', ...CHOICES.map(([name]) => name)]

/** What the person has changed, as the routes take it; an empty field is null. */
function changedIn(form: URLSearchParams, names: readonly string[]): JsonObject {
  const changed = names.filter((name) => hasChanged(form, name))
  return Object.fromEntries(changed.map((name) => [name, valueOf(name, form.get(name)?.trim() ?? '')]))
}

function valueOf(name: string, text: string): Json {
  if (text === '') return null
  if (name === 'require_basis_for') return text.split(/[\s,;]+/).filter((code) => code !== '')
  return name === 'require_profile' ? text === 'true' : text
}

function profileShown(view: View, profile: SenderProfile): Html {
  const fields = PROFILE_FIELDS.map((field) => ({
    ...field,
    value: profile[field.name] ?? '',
    optional: true as const,
  }))
  if (can(view, 'session'))
    return formOf({ action: 'profile', submit: 'Save', style: 'plain', changes: true, fields }, view.refused)
  return html`<dl>
${fields.map(({ label, value }) => html`<dt>${label}</dt><dd>${value === '' ? 'not set' : value}</dd>`)}</dl>`
}

function policyShown(view: View, policy: OutreachPolicy): Html {
  const countries = policy.require_basis_for.join(', ')
  const choices = CHOICES.map(([name, label, options]) => ({ name, label, options, value: String(policy[name]) }))
  if (!can(view, 'session'))
    return html`<dl><dt>Countries that need a basis</dt><dd>${countries === '' ? 'none' : countries}</dd>
${choices.map(({ label, value, options }) => html`<dt>${label}</dt><dd>${nameOf(value, options)}</dd>`)}</dl>`
  const required: FormField = {
    name: 'require_basis_for',
    label: 'Countries that need a basis',
    hint: 'Codes of two letters, such as CA, DE. Empty: none.',
    value: countries,
    optional: true,
    maxLength: 1_000,
  }
  return formOf(
    { action: 'policy', submit: 'Save', style: 'plain', changes: true, fields: [required, ...choices] },
    view.refused,
  )
}

const nameOf = (value: string, options: Choice[2]): string => options.find(([one]) => one === value)?.[1] ?? value
