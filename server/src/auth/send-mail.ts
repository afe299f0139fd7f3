import {
  code as codeRules,
  inviteHours,
  resetMinutes,
} from '@portal/contract/auth/model'
import { getKeys } from '@portal/contract/lib/typed'
import type { UserAction } from '@portal/contract/user/manage-api'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import type { Mailer } from '../lib/integrations/mail.ts'
import {
  greeting,
  type Part,
  renderMail,
} from '../lib/integrations/render-mail.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import { getLinkToken } from './links/open-link.ts'
import { hashToken } from './sessions/session.ts'

export type MailDeps = {
  db: Db
  now: Date
  keys: Keys
  mailer: Mailer
  brandName: string
  publicUrl: string
}

const namePortal = ({ brandName }: MailDeps) =>
  `the ${brandName} loan-review portal`

/**
 * The emailed code of a challenge, computed from how many were requested, so
 * that a repeated mail says the same.
 */
export function deriveCode(
  keys: Keys,
  challengeId: string,
  number: number,
): string {
  const bytes = keys.sign('mailed code', challengeId, String(number))
  // 64 bits over a million codes: the bias toward any code is below 1 in 10¹³.
  const digits = bytes.readBigUInt64BE() % 10n ** BigInt(codeRules.digits)
  return String(digits).padStart(codeRules.digits, '0')
}

/**
 * Emails a sign-in code, unless the sign-in is over or a newer code was
 * requested.
 */
export async function sendCode(
  deps: MailDeps,
  { challengeId, number }: { challengeId: string; number: number },
): Promise<void> {
  const to = await deps.db
    .selectFrom('challenge')
    .innerJoin('appUser', 'appUser.id', 'challenge.userId')
    .select(['appUser.email', 'appUser.firstName'])
    .where('challenge.id', '=', challengeId)
    .where('challenge.codes', '=', number)
    .where('challenge.expiresAt', '>', deps.now)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!to) return
  await deps.mailer.send({
    type: 'SIGN_IN_CODE',
    to: to.email,
    // Without the code: subjects show on locked screens.
    subject: `Your sign-in code · ${deps.brandName}`,
    key: `${challengeId}.${number}`,
    isRequested: true,
    ...renderMail({
      brandName: deps.brandName,
      parts: [
        greeting(to.firstName),
        `Your sign-in code for ${namePortal(deps)}:`,
        { shown: deriveCode(deps.keys, challengeId, number) },
        `It is valid for ${codeRules.lifeMinutes} minutes and works once. We never ask for it by phone or email.`,
        'If you aren’t signing in, someone else may know your password. Change it now.',
      ],
    }),
  })
}

type Invited = { companyName: string; inviterName: string | null }

const invitation = (
  deps: MailDeps,
  { companyName, inviterName }: Invited,
  link: string,
): Part[] => [
  `${inviterName ?? deps.brandName} invited you to ${namePortal(deps)}, as a third-party reviewer for ${companyName}.`,
  { link, label: 'Set your password' },
  `The link is valid for ${inviteHours} hours and works once. Then you sign in with this email address, your password and a code that we email you, and find the Tdocs to review in your list.`,
  'If you weren’t expecting this, you can ignore this email.',
]

const reset = (deps: MailDeps, link: string): Part[] => [
  `We received a request to reset your password for ${namePortal(deps)}.`,
  { link, label: 'Set a new password' },
  `The link is valid for ${resetMinutes} minutes and works once. Setting a password signs you out on all devices.`,
  'If you didn’t request this, ignore this email. Your password has not changed.',
]

/**
 * Emails the link of an invitation or a password reset, unless it was used,
 * voided or has expired.
 */
export async function sendLink(
  deps: MailDeps,
  { linkId }: { linkId: string },
): Promise<void> {
  const token = getLinkToken(deps.keys, linkId)
  const found = await deps.db
    .selectFrom('accountLink')
    .innerJoin('appUser', 'appUser.id', 'accountLink.userId')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select([
      'appUser.email',
      'appUser.firstName',
      'accountLink.purpose',
      'company.name as companyName',
    ])
    .select(selectInviter)
    .where('accountLink.id', '=', linkId)
    // A link from before the secret key changed could not be used.
    .where('accountLink.tokenHash', '=', hashToken(token))
    .where('accountLink.usedAt', 'is', null)
    .where('accountLink.expiresAt', '>', deps.now)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!found) return
  const link = `${deps.publicUrl}/multi-factor-auth/create-password/${token}`
  const isInvitation = found.purpose === 'INVITE'
  await deps.mailer.send({
    type: isInvitation ? 'INVITATION' : 'PASSWORD_RESET',
    to: found.email,
    subject: `${isInvitation ? 'Your invitation' : 'Reset your password'} · ${deps.brandName}`,
    key: linkId,
    isRequested: true,
    ...renderMail({
      brandName: deps.brandName,
      parts: [
        greeting(found.firstName),
        ...(isInvitation ? invitation(deps, found, link) : reset(deps, link)),
      ],
    }),
  })
}

/** The name of the person who last invited the user. */
const selectInviter = (
  eb: ExpressionBuilder<DB, 'accountLink' | 'appUser' | 'company'>,
) =>
  eb
    .selectFrom('userHistory')
    .innerJoin('appUser as inviter', 'inviter.id', 'userHistory.actorId')
    .select('inviter.name')
    .whereRef('userHistory.userId', '=', 'accountLink.userId')
    .where('userHistory.action', '=', 'invite')
    .orderBy('userHistory.id', 'desc')
    .limit(1)
    .as('inviterName')

const notices = {
  'set-password':
    'your password was changed. You were signed out on all other devices.',
  'add-totp':
    'an authenticator app was added to your sign-in. It replaces the emailed code.',
  'remove-totp': 'the authenticator app was removed from your sign-in.',
  'add-passkey':
    'a passkey was added to your sign-in. It replaces the emailed code.',
  'remove-passkey': 'a passkey was removed from your sign-in.',
  'create-recovery-codes':
    'new recovery codes were created for your sign-in. The previous ones no longer work.',
  'use-recovery-code':
    'one of your recovery codes was used to sign in. It does not work again.',
  'remove-factors':
    'an administrator removed your authenticator app and passkeys. You were signed out. At your next sign-in, enter the code that we email you.',
} as const satisfies Partial<Record<UserAction, string>>
export type Notice = keyof typeof notices
export const noticeNames = getKeys(notices)

/**
 * Queues the mail about a changed sign-in, in the transaction of the change.
 */
export const queueNotice = (
  { db, now }: { db: Db; now: Date },
  userId: string,
  notice: Notice,
) => {
  const at = now.toISOString()
  return enqueue(
    db,
    'send-sign-in-notice',
    { userId, notice, at },
    { key: `${userId}.${notice}.${at}` },
  )
}

/**
 * Notifies a user of a change to their sign-in, even if they were deactivated
 * since.
 */
export async function sendNotice(
  deps: MailDeps,
  { userId, notice, at }: { userId: string; notice: Notice; at: string },
): Promise<void> {
  const to = await deps.db
    .selectFrom('appUser')
    .select(['email', 'firstName'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!to) return
  await deps.mailer.send({
    type: 'SIGN_IN_CHANGE',
    to: to.email,
    subject: `Your sign-in was changed · ${deps.brandName}`,
    key: `${userId}.${notice}.${at.replace(/\D/g, '')}`,
    ...renderMail({
      brandName: deps.brandName,
      parts: [
        greeting(to.firstName),
        `In ${namePortal(deps)}, ${notices[notice]}`,
        'If this was not you, reset your password now and contact your company’s administrator.',
        {
          link: `${deps.publicUrl}/multi-factor-auth/reset-password`,
          label: 'Reset your password',
        },
      ],
    }),
  })
}
