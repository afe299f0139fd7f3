import { hash, verify } from '@node-rs/argon2'
import { passwordProblem } from '@portal/contract/auth/model'
import { badRequest } from '../lib/errors.ts'
import { takeTurns } from '../lib/turns.ts'

/** argon2id, which the library takes unless told otherwise, at OWASP's cost: 19 MiB, two passes. It is kept with each hash, so it may grow. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Of nobody's password, at the same cost: what is verified where there is no account. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$g5qkWlLVRp+Bb0j9J/7Rpg$Of1lYhCgX0sOnCkHev3XPuBbF4nf2VXWQGhdL+jIuYc'

const full = 'Too many are signing in, try again'
/**
 * Each hash takes 19 MiB and a core: a flood of them must not take the house down. Who comes from a known device, by a link
 * or from inside has a queue of their own, which strangers do not stand in.
 */
const turns = {
  stranger: takeTurns({ atOnce: 2, waiting: 500, full }),
  known: takeTurns({ atOnce: 1, waiting: 500, full }),
}
export type Comer = keyof typeof turns
let counted = 0

/** How many hashes were computed so far by this process. */
export const hashesComputed = () => counted

async function inTurn<T>(comer: Comer, compute: () => Promise<T>, before?: () => Promise<unknown>): Promise<T> {
  const leave = await turns[comer]()
  try {
    await before?.()
    counted++
    return await compute()
  } finally {
    leave()
  }
}

/** One person types é as one character, another as two: both mean the same password. */
const normal = (password: string) => password.normalize('NFKC')

/** A password's hash. `before` is asked when its turn has come: whoever is no longer wanted by then throws, and costs nothing. */
export const hashPassword = (password: string, before?: () => Promise<unknown>): Promise<string> =>
  inTurn('known', () => hash(normal(password), cost), before)

/** Whether it is the password behind the hash. Takes as long where there is none, and answers no. */
export async function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
  comer: Comer,
): Promise<boolean> {
  const isRight = await inTurn(comer, () => verify(passwordHash ?? nobodysHash, normal(password)))
  return isRight && typeof passwordHash === 'string'
}

let common: Set<string> | undefined

/** The commonest passwords, read when a password is first set. */
async function commonPasswords(): Promise<Set<string>> {
  if (!common) {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    common = new Set(dictionary['passwords-common'])
  }
  return common
}

/** Throws 400 with why a password cannot be taken, naming its field. */
export async function checkNewPassword(field: string, password: string, email: string): Promise<void> {
  const list = await commonPasswords()
  const error = passwordProblem(password, { email, isCommon: (lower) => list.has(lower) })
  if (error) throw badRequest([{ field, error }], error)
}
