import type { Verdict } from '@portal/contract/lib/verdict'
import { conflict, forbidden, notFound } from './errors.ts'

type Subject = {
  /** What it is called in messages: 'SLV', 'Tdoc'. */
  noun: string
  /** A sentence that tells its status: 'The SLV is now Approved'. */
  describeStatus: () => string | Promise<string>
}

/**
 * Throws the error of a verdict other than ALLOWED: 403 without the right, 404
 * if the actor may not see it, 409 in the wrong status or turn.
 */
export async function refuseUnlessAllowed(
  verdict: Verdict,
  { noun, describeStatus }: Subject,
): Promise<void> {
  switch (verdict.kind) {
    case 'ALLOWED':
      return
    case 'FORBIDDEN':
      throw forbidden('You do not have permission to do this')
    case 'UNSEEN':
      throw notFound(noun)
    case 'WRONG_STATUS':
      throw conflict(await describeStatus())
    case 'NOT_YOUR_TURN':
      throw conflict(`Someone else has to act on this ${noun}`)
    case 'REFUSED':
      throw conflict(verdict.why)
  }
}
