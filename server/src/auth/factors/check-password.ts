import { hash, verify } from '@node-rs/argon2'
import {
  isEasyToGuess,
  passwordProblem,
  passwordWords,
  tooEasyToGuess,
} from '@portal/contract/auth/model'
import {
  createFairQueue,
  type Sender,
  systemSender,
} from '../../lib/concurrency/fair-queue.ts'
import { openThreads } from '../../lib/concurrency/threads.ts'
import { badRequest, unavailable } from '../../lib/errors.ts'
import type { Scored } from './check-strength.ts'

/**
 * argon2id (the library's default) at OWASP's cost: 19 MiB, two passes. Each
 * hash stores its cost, so it may grow.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * A hash of no one's password at the same cost, verified where there is no
 * account.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$g5qkWlLVRp+Bb0j9J/7Rpg$Of1lYhCgX0sOnCkHev3XPuBbF4nf2VXWQGhdL+jIuYc'

const limits = {
  waitingPerPerson: 500,
  message: 'Too many people are signing in. Try again.',
}
/**
 * Each hash takes 19 MiB and a core, so few are computed at the same time.
 * Strangers can't fill the queue of people with a known device, a link or a
 * session.
 */
const queues = {
  stranger: createFairQueue({
    ...limits,
    total: 2,
    perCompany: 2,
    perPerson: 2,
  }),
  known: createFairQueue({ ...limits, total: 1, perCompany: 1, perPerson: 1 }),
}
type Queue = keyof typeof queues
let computed = 0

export const hashesComputed = () => computed

async function inTurn<T>(
  queue: Queue,
  compute: () => Promise<T>,
  before?: () => Promise<unknown>,
): Promise<T> {
  const leave = await queues[queue].enter(systemSender)
  try {
    await before?.()
    computed++
    return await compute()
  } finally {
    leave()
  }
}

/**
 * One keyboard types é as one character, another as two: both are the same
 * password.
 */
const normal = (password: string) => password.normalize('NFKC')

/**
 * Hashes a password. `before` runs when its turn has come; if it throws,
 * nothing is computed.
 */
export const hashPassword = (
  password: string,
  before?: () => Promise<unknown>,
): Promise<string> =>
  inTurn('known', () => hash(normal(password), cost), before)

/**
 * Whether a password matches a hash; without a hash it takes as long and is
 * false.
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
  queue: Queue,
): Promise<boolean> {
  const isRight = await inTurn(queue, () =>
    verify(passwordHash ?? dummyHash, normal(password)),
  )
  return isRight && typeof passwordHash === 'string'
}

/**
 * Scoring loads large dictionaries and is slow for hostile input, so it runs on
 * its own thread.
 */
const scorer = openThreads<Scored, number>({
  file: new URL('./check-strength.ts', import.meta.url),
  total: 2,
  perCompany: 1,
  perPerson: 1,
  waitingPerPerson: 200,
  message: 'Your other passwords are still being checked. Try again.',
  limitMs: 20_000,
  memoryMb: 256,
})

type PasswordOwner = Sender & {
  email: string
  name: string
  companyName: string
}

/**
 * To users, the buyer's name is the product's name, and attackers guess it
 * first.
 */
export type PasswordDeps = { brandName: string }

/**
 * Throws 400 with the field and the reason if a password is refused; 503 if it
 * can't be checked now.
 */
export async function checkNewPassword(
  { brandName }: PasswordDeps,
  field: string,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const problem = passwordProblem(password, owner.email)
  if (problem) throw badRequest([{ field, error: problem }], problem)
  const words = passwordWords({ ...owner, brandName })
  const tooSlow = () =>
    unavailable('The password could not be checked. Try again.')
  const score = await scorer.run(
    { password: normal(password), words },
    tooSlow,
    owner,
  )
  if (isEasyToGuess(password, words, score))
    throw badRequest([{ field, error: tooEasyToGuess }], tooEasyToGuess)
}
