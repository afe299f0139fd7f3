import { z } from 'zod'
import { text } from '../lib/fields.ts'
import { readCode } from '../lib/paper-code.ts'

/** Sellers and staff sign in through LoanDock, reviewers with a password. */
export const signInMethods = ['LOAN_DOCK', 'PASSWORD'] as const

/**
 * Required after the password. A factor that the user added replaces the
 * emailed code.
 */
export const SecondFactor = z.enum(['EMAIL', 'TOTP', 'PASSKEY'])
export type SecondFactor = z.infer<typeof SecondFactor>

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

/** Six digits; spaces of a pasted code are ignored. */
export const OneTimeCode = text(20)
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter 6 digits'))

/** Codes for people who lost their device; each works once. */
export const recoveryCode = { count: 10, length: 12 } as const

/** As typed from paper. */
export const RecoveryCode = text(40)
  .transform(readCode)
  .pipe(
    z
      .string()
      .regex(
        /^[0-9A-HJKMNP-TV-Z]{12}$/,
        `Enter the ${recoveryCode.length} letters and digits of a recovery code`,
      ),
  )

export const passwordLength = { min: 12, max: 128 } as const

/**
 * As typed: a password is never trimmed. Its other rules are
 * `passwordProblem`'s.
 */
export const Password = z
  .string()
  .max(1000, `No more than ${passwordLength.max} characters`)

/** Whether a password contains the address, or is the part before the @. */
function containsAddress(password: string, email: string): boolean {
  if (email === '') return false
  const address = email.toLowerCase()
  const [localPart = ''] = address.split('@')
  const text = password.toLowerCase()
  return text.includes(address) || (localPart.length >= 4 && text === localPart)
}

/**
 * Why a password is refused, or null (product.md §7, NIST SP 800-63B-4).
 * Strength is checked separately: `isEasyToGuess`. Characters are code points
 * of the NFKC form, as they are hashed.
 */
export function passwordProblem(
  password: string,
  email: string,
): string | null {
  const normalized = password.normalize('NFKC')
  const length = [...normalized].length
  if (!normalized.isWellFormed() || normalized.includes('\0'))
    return 'Contains characters that cannot be stored'
  if (length < passwordLength.min)
    return `No less than ${passwordLength.min} characters`
  if (length > passwordLength.max)
    return `No more than ${passwordLength.max} characters`
  if (containsAddress(normalized, email))
    return 'Can’t contain your email address'
  return null
}

/**
 * zxcvbn settings for the server and the browser. Scores go from 0 to 4 (4
 * means 10¹⁰ guesses). Only the first characters and few substitutions count,
 * because scoring time grows steeply with both.
 */
export const passwordScoring = {
  minScore: 4,
  characters: 48,
  l33tMaxSubstitutions: 4,
} as const

/** Why a password is refused that `isEasyToGuess`. */
export const tooEasyToGuess = 'Too easy to guess. Use several unrelated words.'

const commonWords = `
  loan review portal loandock variance tdoc seller underwriter underwriting
  reviewer mortgage compliance lender lending
  credit escrow closing title appraisal borrower refinance finance
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter
  welcome password changeme change letmein secret login admin test`

type PasswordOwner = {
  email: string
  name?: string
  companyName?: string
  brandName?: string
}

/**
 * Words that are easy to guess for this user: their name, email, company and
 * the like.
 */
export const passwordWords = ({
  email,
  name = '',
  companyName = '',
  brandName = '',
}: PasswordOwner): string[] => {
  const splitWords = (text: string) =>
    text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const groups = [email, name, companyName, brandName].map(splitWords)
  const words = [
    email.toLowerCase(),
    ...groups.flat(),
    ...groups.map((group) => group.join('')),
    ...splitWords(commonWords),
  ]
  return [...new Set(words)].filter((word) => word !== '')
}

const minRemainder = 8
const substitutes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * True if a password is refused for its zxcvbn score, or because it is made of
 * `passwordWords`: fewer than 8 letters and digits are left without those words
 * and years. zxcvbn alone counts the separators between such words as random
 * text.
 */
export function isEasyToGuess(
  password: string,
  words: readonly string[],
  score: number,
): boolean {
  if (score < passwordScoring.minScore) return true
  const typed = password.normalize('NFKC').toLowerCase()
  const withLetters = typed.replace(
    /[013457@$!]/g,
    (sign) => substitutes[sign] ?? sign,
  )
  const spans = words
    .filter((word) => word.length >= 3)
    .flatMap((word) => [...findAll(typed, word), ...findAll(withLetters, word)])
  const remainder = typed.replace(/(?:19|20)\d\d/g, '    ').split('')
  for (const { start, end } of spans) remainder.fill(' ', start, end)
  const left = remainder.filter((sign) => /[\p{L}\p{N}]/u.test(sign))
  return spans.length > 0 && left.length < minRemainder
}

type Span = { start: number; end: number }

/** Where a word begins in a text, without overlaps. */
function* findAll(text: string, word: string): Generator<Span> {
  let start = text.indexOf(word)
  while (start !== -1) {
    const end = start + word.length
    yield { start, end }
    start = text.indexOf(word, end)
  }
}
