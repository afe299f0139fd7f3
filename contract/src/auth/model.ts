import { z } from 'zod'
import { text } from '../lib/fields.ts'

/** How a person comes in: sellers and staff through LoanDock, reviewers with a password. */
export const signInWays = ['LOAN_DOCK', 'PASSWORD'] as const
export type SignInWay = (typeof signInWays)[number]

/** What is asked after the password. What a person added themselves takes the place of the mailed code. */
export const secondFactors = ['EMAIL', 'TOTP', 'PASSKEY'] as const
export const SecondFactor = z.enum(secondFactors)
export type SecondFactor = z.infer<typeof SecondFactor>
export const secondFactorLabels: Record<SecondFactor, string> = {
  EMAIL: 'Code by e-mail',
  TOTP: 'Authenticator app',
  PASSKEY: 'Passkey',
}

/** product.md §7. */
export const code = {
  digits: 6,
  lifeMinutes: 10,
  attempts: 5,
  resendAfterSeconds: 30,
  resendsPerHour: 5,
} as const
export const inviteHours = 72
export const resetMinutes = 30

/** Six digits; blanks that come with a pasted code do not count. */
export const OneTimeCode = text(20)
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Six digits'))

export const passwordLength = { min: 12, max: 128 } as const

/** As typed: a password is never trimmed. Its other rules are `passwordProblem`'s. */
export const Password = z.string().max(1000, `No more than ${passwordLength.max} characters`)

/** What a password may not hold of its owner: the whole address, or what stands before the @. */
const holdsAddress = (password: string, email: string) => {
  const [local = ''] = email.toLowerCase().split('@')
  const lower = password.toLowerCase()
  return email !== '' && (lower.includes(email.toLowerCase()) || (local.length >= 4 && lower === local))
}

/**
 * Why a password is refused, as a sentence, or null when it is taken (product.md §7, NIST SP 800-63B-4: length and lists, no
 * rules of composition). Strength is checked separately: `passwordScoring`. Characters are counted as code points of the
 * NFKC form, as they are hashed.
 */
export function passwordProblem(password: string, email: string): string | null {
  const given = password.normalize('NFKC')
  const length = [...given].length
  if (!given.isWellFormed() || given.includes('\0')) return 'Contains characters that cannot be stored'
  if (length < passwordLength.min) return `No less than ${passwordLength.min} characters`
  if (length > passwordLength.max) return `No more than ${passwordLength.max} characters`
  if (holdsAddress(given, email)) return 'Must not be your e-mail address'
  return null
}

/**
 * zxcvbn settings for the server and the browser. Scores go from 0 to 4 (3 means 10⁸ guesses). Only the first characters
 * and few substitutions count, because scoring time grows steeply with both.
 */
export const passwordScoring = { leastScore: 3, characters: 48, l33tMaxSubstitutions: 4 } as const

/** Why a password below `leastScore` is refused. */
export const tooEasyToGuess = 'Too easy to guess. Use several unrelated words.'

const ofTheTrade = 'loan review portal loandock variance tdoc seller underwriter reviewer'
const months = 'january february march april may june july august september october november december'

type PasswordOwner = { email: string; name?: string; companyName?: string; brandName?: string }

/** Words that are easy to guess for this user: their name, email, company and the like. */
export const passwordWords = ({ email, name = '', companyName = '', brandName = '' }: PasswordOwner): string[] => {
  const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const groups = [email, name, companyName, brandName].map(wordsOf)
  const words = [
    email.toLowerCase(),
    ...groups.flat(),
    ...groups.map((group) => group.join('')),
    ...wordsOf(`${ofTheTrade} ${months}`),
  ]
  return [...new Set(words)].filter((word) => word !== '')
}
