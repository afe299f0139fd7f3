import { hash, verify } from '@node-rs/argon2'
import { passwordProblem, passwordScoring, passwordWords, tooEasyToGuess } from '@portal/contract/auth/model'
import { badRequest, unavailable } from '../lib/errors.ts'
import { createFairQueue, portalSender, type Sender } from '../lib/fair-queue.ts'
import { makeThreads } from '../lib/threads.ts'
import type { Scored } from './check-strength.ts'

/** argon2id, which the library takes unless told otherwise, at OWASP's cost: 19 MiB, two passes. It is kept with each hash, so it may grow. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Of nobody's password, at the same cost: what is verified where there is no account. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$g5qkWlLVRp+Bb0j9J/7Rpg$Of1lYhCgX0sOnCkHev3XPuBbF4nf2VXWQGhdL+jIuYc'

const limits = { waitingPerPerson: 500, message: 'Too many people are signing in. Try again.' }
/**
 * Each hash takes 19 MiB and a core, so few are computed at once. People with a known device, a link or a session have a
 * separate queue, which strangers can't fill. Nobody is signed in yet: each queue is one sender, in order of arrival.
 */
const queues = {
  stranger: createFairQueue({ ...limits, total: 2, perCompany: 2, perPerson: 2 }),
  known: createFairQueue({ ...limits, total: 1, perCompany: 1, perPerson: 1 }),
}
export type Comer = keyof typeof queues
let counted = 0

/** How many hashes were computed so far by this process. */
export const hashesComputed = () => counted

async function inTurn<T>(comer: Comer, compute: () => Promise<T>, before?: () => Promise<unknown>): Promise<T> {
  const leave = await queues[comer].enter(portalSender)
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

/** Scoring loads large dictionaries and is slow for hostile input, so it runs on its own thread. */
const scorer = makeThreads<Scored, number>({
  file: new URL('./check-strength.ts', import.meta.url),
  total: 2,
  perCompany: 1,
  perPerson: 1,
  waitingPerPerson: 200,
  message: 'Your other passwords are still being checked. Try again.',
  limitMs: 20_000,
  memoryMb: 256,
})

type PasswordOwner = Sender & { email: string; name: string; companyName: string }

/** To users, the buyer's name is the product's name, and attackers guess it first. */
export type PasswordDeps = { brandName: string }

/** Throws 400 with the field and the reason if a password is refused; 503 if it can't be checked now. */
export async function checkNewPassword(
  { brandName }: PasswordDeps,
  field: string,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const problem = passwordProblem(password, owner.email)
  if (problem) throw badRequest([{ field, error: problem }], problem)
  const words = passwordWords({ ...owner, brandName })
  const tooSlow = () => unavailable('The password could not be checked. Try again.')
  const score = await scorer.run({ password: normal(password), words }, tooSlow, owner)
  if (score < passwordScoring.leastScore) throw badRequest([{ field, error: tooEasyToGuess }], tooEasyToGuess)
}
