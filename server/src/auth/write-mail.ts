import { code as codeRules, inviteHours, resetMinutes } from '@portal/contract/auth/model'
import type { UserAction } from '@portal/contract/user/manage-api'
import { greeting, type Part, writeLetter } from '../lib/letter.ts'
import type { Mail } from '../lib/mail.ts'
import type { Purpose } from './open-link.ts'

/** Who writes, and the one origin that links ever lead to. */
export type Sender = { brandName: string; publicUrl: string }
type Reader = { email: string; firstName: string }

const portalOf = ({ brandName }: Sender) => `the loan-review portal of ${brandName}`

/** The code of a sign-in. Its subject does not show it: subjects are read over shoulders. */
export const codeMail = (sender: Sender, to: Reader, { code, key }: { code: string; key: string }): Mail => ({
  to: to.email,
  subject: `Your sign-in code · ${sender.brandName}`,
  key,
  ...writeLetter([
    greeting(to.firstName),
    `your code for ${portalOf(sender)}:`,
    { shown: code },
    `It is valid for ${codeRules.lifeMinutes} minutes and works once. We never ask for it by phone or email.`,
    'If you are not signing in, someone knows your password. Change it.',
  ]),
})

const invitation = (sender: Sender, link: string): Part[] => [
  `you are invited to ${portalOf(sender)} as a third-party reviewer.`,
  { link, label: 'Set your password' },
  `The link is valid for ${inviteHours} hours and works once. You then sign in with this email address and your password.`,
  'If you did not expect this, ignore this email.',
]

const reset = (sender: Sender, link: string): Part[] => [
  `someone, hopefully you, asked to reset your password for ${portalOf(sender)}.`,
  { link, label: 'Set a new password' },
  `The link is valid for ${resetMinutes} minutes and works once. Setting a password signs you out everywhere.`,
  'If it was not you, ignore this email. Nothing has changed.',
]

/** An invitation, or a reset, with its link. */
export const linkMail = (
  sender: Sender,
  to: Reader,
  { purpose, token, key }: { purpose: Purpose; token: string; key: string },
): Mail => {
  const link = `${sender.publicUrl}/multi-factor-auth/create-password/${token}`
  const isInvitation = purpose === 'INVITE'
  return {
    to: to.email,
    subject: `${isInvitation ? 'Your invitation' : 'Reset your password'} · ${sender.brandName}`,
    key,
    ...writeLetter([greeting(to.firstName), ...(isInvitation ? invitation : reset)(sender, link)]),
  }
}

/** What its owner is told of a sign-in that was changed. */
const notices = {
  'set-password': 'your password was changed. You were signed out everywhere else.',
  'add-totp': 'an authenticator app was added to your sign-in. It takes the place of the mailed code.',
  'remove-totp': 'the authenticator app was taken away from your sign-in.',
  'add-passkey': 'a passkey was added to your sign-in. It takes the place of the mailed code.',
  'remove-passkey': 'a passkey was taken away from your sign-in.',
  'remove-factors':
    'an administrator took your authenticator app and passkeys away. You were signed out, and the next sign-in asks for a code by e-mail.',
} as const satisfies Partial<Record<UserAction, string>>
export type Notice = keyof typeof notices

/** Tells its owner that a sign-in was changed: whoever did not do it learns of it. */
export const noticeMail = (sender: Sender, to: Reader, { notice, key }: { notice: Notice; key: string }): Mail => ({
  to: to.email,
  subject: `Your sign-in was changed · ${sender.brandName}`,
  key,
  ...writeLetter([
    greeting(to.firstName),
    `in ${portalOf(sender)} ${notices[notice]}`,
    `If it was not you, reset your password now (${sender.publicUrl}/multi-factor-auth/reset-password) and tell your company's administrator.`,
  ]),
})
