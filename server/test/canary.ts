import type { Role } from '@portal/contract/user/model'
import { makeLog } from '../src/lib/log.ts'

/**
 * Stands in what the makers write into fields that only the buyer's people read, and in the addresses of those people. No
 * answer to anybody else may hold it, and no line of the log at all: every test that asks over HTTP watches for it.
 */
export const innerCanary = 'CANARY-inner'
const birds = /canary-inner/i

const seesInner: Record<Role, boolean> = {
  UNDERWRITER: true,
  BDD: true,
  UBDD: true,
  SELLER: false,
  TPR: false,
  DEFAULT: false,
}

/** Throws when an answer to somebody outside the house holds what stays inside; hands it on else. */
export function watchAnswer<A extends { body: string }>(role: Role, call: string, answer: A): A {
  const at = seesInner[role] ? -1 : answer.body.search(birds)
  if (at >= 0)
    throw new Error(`${call} told a ${role} what stays inside: …${answer.body.slice(Math.max(0, at - 60), at + 40)}`)
  return answer
}

const leaked: string[] = []

/** The portal's log, read by nobody but this watch: a line holds no borrower and no word of anybody. */
export const watchedLog = () =>
  makeLog('info', {
    write: (line) => {
      if (birds.test(line)) leaked.push(line)
    },
  })

/** The lines since this was last asked. */
export const leakedLines = (): string[] => leaked.splice(0)
