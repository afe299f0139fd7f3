import { completeSignIn, type SignedIn } from './complete-sign-in.ts'
import { type Attempt, countAttempt, refuseAttempt } from './count-attempt.ts'
import type { SignInHouse, Visitor } from './enter-password.ts'
import { codeOf, isSame } from './make-code.ts'
import { findTotpStep, useTotpStep } from './use-totp.ts'

/** The second step by six digits: the mailed ones, or those of the authenticator app of whoever has one. */
export async function enterCode(house: SignInHouse, visitor: Visitor, code: string): Promise<SignedIn> {
  const attempt = await countAttempt(house, visitor)
  const isMailed = attempt.factor === 'EMAIL'
  const signedIn = await (isMailed ? byMail : byApp)(house, visitor, attempt, code)
  if (!signedIn) throw await refuseAttempt(house, visitor, attempt, 'The code is not right')
  return signedIn
}

const byMail = async (house: SignInHouse, visitor: Visitor, attempt: Attempt, code: string) =>
  isSame(code, codeOf(house.keys, attempt.id, attempt.codes)) ? completeSignIn(house, visitor, attempt) : undefined

async function byApp(house: SignInHouse, visitor: Visitor, { userId, tokenHash }: Attempt, code: string) {
  const step = await findTotpStep(house, userId, code)
  if (step === undefined) return undefined
  return completeSignIn(house, visitor, { tokenHash, userId, useUp: (tx) => useTotpStep(tx, userId, step) })
}
