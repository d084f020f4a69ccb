import type { Static } from 'typebox'
import { html, type Html, type Part } from '../../../html/markup.ts'
import type { WhoAmI } from '../../../schemas/auth.ts'
import { badge } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import type { View } from '../../page.ts'

/** The address of the person, and whether it is confirmed. */
export const emailFact = (user: Static<typeof WhoAmI>['user']): Part =>
  user !== null &&
  html`${user.email} ${user.email_verified ? badge('confirmed', 'good') : badge('not confirmed', 'warn')}`

/** Sends the mail with the link again. */
export const verifyForm = ({ refused }: View): Html =>
  formOf({ action: 'verify', submit: 'Send the confirmation mail', fields: [], style: 'plain' }, refused)
