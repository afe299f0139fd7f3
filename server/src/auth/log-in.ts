import type { Db } from '../lib/db.ts'
import { inTransaction } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { addArrival, findByEmail, takeOverInvited } from '../user/add-arrival.ts'
import { getProfile } from './profile.ts'
import { closeSession, hashOf, openSession } from './session.ts'
import type { TicketReader } from './tickets.ts'

type Entry = { db: Db; now: Date; readTicket: TicketReader; userAgent: string; former: string | undefined }

/**
 * Turns a LoanDock ticket into a session, once; returns the cookie's value and whose it is. Whom the portal does not know
 * arrives with it. The session that the browser had before ends. Reviewers come in with their password and second factor alone. Throws 401 'Login failed'.
 */
export async function logIn({ db, now, readTicket, userAgent, former }: Entry, loanDockId: string) {
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
    // An invitation that nobody used keeps nobody out: LoanDock vouches for whose address it is.
    if (known && ticket.account && (await takeOverInvited(tx, known, ticket.account, now))) known.hasPassword = false
    const user = known ?? (ticket.account && (await addArrival(tx, ticket.account, now)))
    if (user?.status !== 'ACTIVE' || user.hasPassword) throw unauthorized('Login failed')
    if (former) await closeSession(tx, hashOf(former))
    return { profile: await getProfile(tx, user.id), token: await openSession(tx, user.id, now, userAgent) }
  })
}
