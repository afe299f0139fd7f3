import { z } from 'zod'
import { text } from '../lib/fields.ts'

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

export const passwordLength = { min: 12, max: 128 } as const

/**
 * As typed: a password is never trimmed. Its other rules are
 * `passwordProblem`'s.
 */
export const Password = z
  .string()
  .max(1000, `No more than ${passwordLength.max} characters`)

/** Whether a password contains the address, or is the part before the @. */
const holdsAddress = (password: string, email: string) => {
  const [local = ''] = email.toLowerCase().split('@')
  const lower = password.toLowerCase()
  return (
    email !== '' &&
    (lower.includes(email.toLowerCase()) ||
      (local.length >= 4 && lower === local))
  )
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
  const given = password.normalize('NFKC')
  const length = [...given].length
  if (!given.isWellFormed() || given.includes('\0'))
    return 'Contains characters that cannot be stored'
  if (length < passwordLength.min)
    return `No less than ${passwordLength.min} characters`
  if (length > passwordLength.max)
    return `No more than ${passwordLength.max} characters`
  if (holdsAddress(given, email)) return 'Can’t contain your email address'
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
  const plain = password.normalize('NFKC').toLowerCase()
  const spelled = plain.replace(
    /[013457@$!]/g,
    (sign) => substitutes[sign] ?? sign,
  )
  const rest = plain.replace(/(?:19|20)\d\d/g, '    ').split('')
  let hasWord = false
  for (const word of words.filter(({ length }) => length >= 3))
    for (const text of [plain, spelled])
      for (
        let at = text.indexOf(word);
        at !== -1;
        at = text.indexOf(word, at + word.length)
      ) {
        hasWord = true
        rest.fill(' ', at, at + word.length)
      }
  return (
    hasWord &&
    rest.filter((sign) => /[\p{L}\p{N}]/u.test(sign)).length < minRemainder
  )
}
