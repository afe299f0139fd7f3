import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { email, name, text } from '../lib/fields.ts'
import { getKeys } from '../lib/typed.ts'
import { everyone, invitesReviewers } from '../user/policy.ts'
import { Profile } from './api.ts'
import { OneTimeCode, Password, RecoveryCode, SecondFactor } from './model.ts'

/**
 * The sign-in of reviewers: a password, then a second factor by the sign-in's
 * own cookie.
 */
const open = createEndpoints({
  tag: 'Auth',
  access: 'PUBLIC',
  about: 'NOTHING',
})
const inSignIn = createEndpoints({
  tag: 'Auth',
  access: 'PUBLIC',
  about: 'NOTHING',
  opensWith: 'SIGN_IN',
})
/** By the token of an emailed link (`Authorization: Bearer`). */
const byLink = createEndpoints({
  tag: 'Auth',
  access: 'PUBLIC',
  about: 'NOTHING',
  opensWith: 'LINK',
})
const own = createEndpoints({ tag: 'Auth', access: everyone, about: 'SELF' })

/**
 * A sign-in that waits for its second factor. `resendAt` is null if no code is
 * emailed.
 */
export const Challenge = z.object({
  factor: SecondFactor,
  others: z.array(SecondFactor).describe('Other factors that are accepted'),
  expiresAt: z.iso.datetime(),
  resendAt: z.iso.datetime().nullable(),
  sentTo: z.string().nullable(),
  refusedAt: z.iso
    .datetime()
    .nullable()
    .describe('When mail to the address was refused, if it was the last time'),
})
export type Challenge = z.infer<typeof Challenge>

export const enterPassword = open.post(
  '/v1/auth/tpr/email',
  'First step: email and password. 401 with the same message and timing if either is wrong',
  {
    refuses: ['unauthorized', 'too_many_requests'],
    body: z.object({ email, password: Password }),
    response: Challenge,
  },
)

export const getChallenge = inSignIn.get(
  '/v1/auth/tpr/challenge',
  'The sign-in in progress that needs its second factor; 401 if there is none',
  { response: Challenge },
)

export const resendCode = inSignIn.post(
  '/v1/auth/tpr/resend-code',
  'Email a new code, which replaces the previous one; attempts are not reset',
  { refuses: ['too_many_requests'], response: Challenge },
)

export const enterCode = inSignIn.post(
  '/v1/auth/tpr/email/otp',
  'Enter the code from the email or the authenticator app. 400 on `code` if wrong; 401 if the sign-in has expired',
  { body: z.object({ code: OneTimeCode }), response: Profile },
)

export const enterRecoveryCode = inSignIn.post(
  '/v1/auth/tpr/recovery-code',
  'Sign in with a recovery code, which works once. 400 on `code` if wrong; 401 if the sign-in has expired',
  { body: z.object({ code: RecoveryCode }), response: Profile },
)

const WebAuthnResponse = z.looseObject({ id: text(1024, 1) })

/**
 * WebAuthn's own JSON (Web Authentication Level 3, §5.1): made and read by its
 * libraries on both sides.
 */
const WebAuthn = z.record(z.string(), z.unknown())

export const requestPasskey = inSignIn.post(
  '/v1/auth/tpr/passkey/options',
  'Options for the browser to request a passkey',
  { response: WebAuthn },
)

export const enterPasskey = inSignIn.post(
  '/v1/auth/tpr/passkey',
  'Sign in with a passkey response',
  {
    body: z.object({ response: WebAuthnResponse }),
    response: Profile,
  },
)

export const checkLink = byLink.post(
  '/v1/auth/tpr/check-link',
  'The account that a link belongs to; 400 if the link was used, has expired, or is invalid',
  {
    response: z.object({
      email: z.string(),
      purpose: z.enum(['INVITE', 'RESET']),
    }),
  },
)

export const setPassword = byLink.patch(
  '/v1/auth/tpr/set-password',
  'Set a password with the one-time token of a link (`Authorization: Bearer`); ends all sessions',
  {
    body: z.object({ password: Password }),
    response: z.object({ email: z.string() }),
  },
)

export const resetPassword = open.post(
  '/v1/auth/tpr/reset-password',
  'Email a reset link if the account exists; the response is the same either way',
  {
    refuses: ['too_many_requests'],
    body: z.object({ email }),
    response: z.object({ asked: z.literal(true) }),
  },
)

/** Why an address got no invitation. */
export const skipReasons = {
  INVALID: 'Not an email address',
  TWICE: 'Listed twice',
  ACTIVE: 'Already has an account',
  ELSEWHERE: 'Belongs to another company',
  INACTIVE: 'Account is deactivated; activate it instead',
  TOO_SOON: 'Invited a moment ago',
} as const
export type SkipReason = keyof typeof skipReasons

export const inviteReviewers = own.post(
  '/v1/auth/tpr/invite',
  'Invite reviewers by email. Without `vendorName`, a reviewer invites to their own vendor, and an underwriter to the vendor with that email domain, which is created if there is none',
  {
    access: invitesReviewers,
    about: 'PEOPLE',
    keepsNothing: true,
    refuses: ['too_many_requests'],
    body: z.object({
      toEmails: z
        .array(z.string().max(1000))
        .max(100, 'No more than 100 at a time'),
      vendorName: name(200, 1).optional(),
    }),
    response: z.object({
      invited: z.array(z.string()),
      refused: z
        .array(z.object({ email: z.string(), at: z.iso.datetime() }))
        .describe('The invited people to whom mail was refused before'),
      skipped: z.array(
        z.object({ email: z.string(), reason: z.enum(getKeys(skipReasons)) }),
      ),
    }),
  },
)

/** One of the caller's sessions; `id` is not secret. */
export const Session = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  userAgent: z.string(),
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = own.get(
  '/v1/auth/sessions',
  'The caller’s sessions, most recently used first',
  {
    response: z.array(Session),
  },
)
export const endSession = own.del(
  '/v1/auth/sessions/:id',
  'End one of the caller’s sessions, including the current one',
  { about: 'SESSION', response: z.object({ id: z.uuid() }) },
)
export const endOtherSessions = own.del(
  '/v1/auth/sessions',
  'End all of the caller’s other sessions',
  {
    response: z.object({ ended: z.number().int() }),
  },
)
