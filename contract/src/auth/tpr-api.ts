import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { email, name, text } from '../lib/fields.ts'
import { everyone, invitesReviewers } from '../user/policy.ts'
import { Profile } from './api.ts'
import { OneTimeCode, Password, SecondFactor } from './model.ts'

/** The sign-in of reviewers: password, then a second factor, in a half-signed-in session of its own cookie. */
const tag = 'Auth'

/** Where a sign-in stands after the password. Times are instants; `resendAt` is null where nothing is sent. */
export const Challenge = z.object({
  factor: SecondFactor,
  /** What would do as well: who has a passkey and an authenticator app may take either. */
  others: z.array(SecondFactor),
  expiresAt: z.iso.datetime(),
  resendAt: z.iso.datetime().nullable(),
  /** The address that a code went to, with most of it hidden; null where nothing is sent. */
  sentTo: z.string().nullable(),
})
export type Challenge = z.infer<typeof Challenge>

export const enterPassword = endpoint({
  method: 'POST',
  path: '/v1/auth/tpr/email',
  summary: 'The first step: address and password. 401 for either, in the same words and the same time',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  refuses: ['unauthorized', 'too_many_requests'],
  body: z.object({ email, password: Password }),
  response: Challenge,
})

export const getChallenge = endpoint({
  method: 'GET',
  path: '/v1/auth/tpr/challenge',
  summary: 'Where the half-signed-in session stands; 401 when there is none',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  opensWith: 'SIGN_IN',
  response: Challenge,
})

export const resendCode = endpoint({
  method: 'POST',
  path: '/v1/auth/tpr/resend-code',
  summary: 'A new code by e-mail, which voids the one before; tries are not given back',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  refuses: ['too_many_requests'],
  opensWith: 'SIGN_IN',
  response: Challenge,
})

export const enterCode = endpoint({
  method: 'POST',
  path: '/v1/auth/tpr/email/otp',
  summary: 'The mailed code, or that of the authenticator app. 400 names `code`; 401 when the challenge is over',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  opensWith: 'SIGN_IN',
  body: z.object({ code: OneTimeCode }),
  response: Profile,
})

/** What a browser answers: its library reads the rest. */
const WebAuthnResponse = z.looseObject({ id: text(1024, 1) })

/** WebAuthn's own JSON (Web Authentication Level 3, §5.1): made and read by its libraries on both sides. */
const WebAuthn = z.record(z.string(), z.unknown())

export const askPasskey = endpoint({
  method: 'POST',
  path: '/v1/auth/tpr/passkey/options',
  summary: 'What the browser needs to ask for a passkey',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  opensWith: 'SIGN_IN',
  response: WebAuthn,
})

export const enterPasskey = endpoint({
  method: 'POST',
  path: '/v1/auth/tpr/passkey',
  summary: 'The answer of a passkey',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  opensWith: 'SIGN_IN',
  body: z.object({ response: WebAuthnResponse }),
  response: Profile,
})

/** An invitation or a reset, by the token of its link: `Authorization: Bearer`. */
export const checkLink = endpoint({
  method: 'POST',
  path: '/v1/auth/tpr/check-link',
  summary: 'Whose link this is; 400 when it was used, is too old, or never was',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  opensWith: 'LINK',
  response: z.object({ email: z.string(), purpose: z.enum(['INVITE', 'RESET']) }),
})

export const setPassword = endpoint({
  method: 'PATCH',
  path: '/v1/auth/tpr/set-password',
  summary: 'Set a password by the token of a link (`Authorization: Bearer`), once; ends all sessions',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  opensWith: 'LINK',
  body: z.object({ password: Password }),
  response: z.object({ email: z.string() }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/v1/auth/tpr/reset-password',
  summary: 'Mail a reset link, if there is such an account; the answer does not tell',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  refuses: ['too_many_requests'],
  body: z.object({ email }),
  response: z.object({ asked: z.literal(true) }),
})

/** Why an address got no invitation. */
export const skipReasons = {
  INVALID: 'Not an e-mail address',
  TWICE: 'Named twice',
  ACTIVE: 'Has an account already',
  ELSEWHERE: 'Belongs to another company',
  INACTIVE: 'Was deactivated; activate the account instead',
  TOO_SOON: 'Was invited a moment ago',
} as const
export type SkipReason = keyof typeof skipReasons

export const inviteReviewers = endpoint({
  method: 'POST',
  path: '/v1/auth/tpr/invite',
  summary:
    'Invite reviewers by e-mail. Without `vendorName`: a reviewer invites for their own vendor, an underwriter for the vendor whose people have that mail domain, a new one when there is none',
  tag,
  access: invitesReviewers,
  about: 'PEOPLE',
  keepsNothing: true,
  refuses: ['too_many_requests'],
  body: z.object({
    toEmails: z.array(z.string().max(1000)).max(100, 'No more than 100 at once'),
    vendorName: name(200, 1).optional(),
  }),
  response: z.object({
    invited: z.array(z.string()),
    skipped: z.array(
      z.object({
        email: z.string(),
        reason: z.enum(['INVALID', 'TWICE', 'ACTIVE', 'ELSEWHERE', 'INACTIVE', 'TOO_SOON']),
      }),
    ),
  }),
})

/** The list of own sessions; `id` is no secret. */
export const Session = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  userAgent: z.string(),
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/auth/sessions',
  summary: 'Where one is signed in, the latest use first',
  tag,
  access: everyone,
  about: 'SELF',
  response: z.array(Session),
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/v1/auth/sessions/:id',
  summary: 'End one of the own sessions; the present one too',
  tag,
  access: everyone,
  about: 'SESSION',
  params: z.object({ id: z.uuid() }),
  response: z.object({ id: z.uuid() }),
})
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/v1/auth/sessions',
  summary: 'End all own sessions but this one',
  tag,
  access: everyone,
  about: 'SELF',
  response: z.object({ ended: z.number().int() }),
})
