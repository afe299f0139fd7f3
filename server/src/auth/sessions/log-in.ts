import type { Db } from '../../lib/database/db.ts'
import { inTransaction } from '../../lib/database/db.ts'
import { unauthorized } from '../../lib/errors.ts'
import { getProfile } from '../profile.ts'
import { addArrival, convertInvitedReviewer, findByEmail } from './add-arrival.ts'
import { closeSession, hashOf, openSession } from './session.ts'
import type { TicketReader } from './tickets.ts'

type LogIn = { db: Db; now: Date; readTicket: TicketReader; userAgent: string; former: string | undefined }

/** Opens a session for a LoanDock ticket, once. Creates unknown users. Throws 401, also for reviewers. */
export async function logIn({ db, now, readTicket, userAgent, former }: LogIn, loanDockId: string) {
  const ticket = await readTicket(loanDockId, now)
  if (!ticket) throw unauthorized('Login failed')

  return inTransaction(db, async (tx) => {
    const used = await tx
      .insertInto('usedTicket')
      .values({ jti: ticket.jti, expiresAt: ticket.expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('jti')
      .executeTakeFirst()
    if (!used) throw unauthorized('Login failed')

    const known = await findByEmail(tx, ticket.email)
    // An unused invitation does not lock anyone out: LoanDock vouches for the address.
    if (known && ticket.account && (await convertInvitedReviewer(tx, known, ticket.account, now)))
      known.hasPassword = false
    const user = known ?? (ticket.account && (await addArrival(tx, ticket.account, now)))
    if (user?.status !== 'ACTIVE' || user.hasPassword) throw unauthorized('Login failed')
    if (former) await closeSession(tx, hashOf(former))
    return { profile: await getProfile(tx, user.id), token: await openSession(tx, user.id, now, userAgent) }
  })
}
