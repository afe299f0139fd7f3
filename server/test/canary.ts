import type { Role } from '@portal/contract/user/model'
import { createLog } from '../src/lib/log.ts'

/**
 * Part of every text that the makers write into fields for the buyer's people
 * only, and of those people's addresses. No response to anyone else and no log
 * line may contain it: every test over HTTP checks that.
 */
export const innerCanary = 'CANARY-inner'
const pattern = /canary-inner/i

const seesInner: Record<Role, boolean> = {
  UNDERWRITER: true,
  BDD: true,
  UBDD: true,
  SELLER: false,
  TPR: false,
  DEFAULT: false,
}

/**
 * Returns the response, or throws if it has the canary and goes to someone
 * outside the buyer.
 */
export function watchAnswer<A extends { body: string }>(
  role: Role,
  call: string,
  answer: A,
): A {
  if (seesInner[role]) return answer
  const at = answer.body.search(pattern)
  if (at < 0) return answer

  const excerpt = answer.body.slice(Math.max(0, at - 60), at + 40)
  throw new Error(`${call} showed a ${role} an internal text: …${excerpt}`)
}

const leaked: string[] = []

/** A log that records the lines that contain the canary. */
export const watchedLog = () =>
  createLog('info', {
    write: (line) => {
      if (pattern.test(line)) leaked.push(line)
    },
  })

/** The recorded lines since the last call. */
export const leakedLines = (): string[] => leaked.splice(0)
