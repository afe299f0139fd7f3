import { printTicketHeader } from '@portal/contract/reporting/model'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../lib/database/db.ts'
import { unauthorized, violates } from '../../lib/errors.ts'
import { findActor } from '../../user/find-actor.ts'
import {
  findSession,
  hashToken,
  newToken,
  type SessionState,
} from './session.ts'

const lifeMs = 60_000

/** What a ticket opens: the report of one SLV, or the page of figures. */
type Target = { slvId: string } | { opens: 'FIGURES' }

/** Whose rights a ticket has. */
export type TicketOwner = { sessionHash: Buffer } | { userId: string }

/**
 * Creates a ticket for one call and returns its token, of which only the hash
 * is stored. Throws 401 if the session has ended, as for a print that waited
 * while its sender signed out.
 */
export async function openPrintTicket(
  db: Db,
  owner: TicketOwner,
  target: Target,
  now: Date,
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + lifeMs)
  try {
    await db
      .insertInto('printTicket')
      .values({ tokenHash: hashToken(token), ...owner, ...target, expiresAt })
      .execute()
  } catch (error) {
    if (violates(error, 'print_ticket_session_hash_fkey'))
      throw unauthorized('Sign in to continue')
    throw error
  }
  return token
}

const OfSlv = z.object({ id: z.uuid() })

/** The target of a request, if a ticket can open it. */
const findTarget = ({
  method,
  routeOptions,
  params,
}: FastifyRequest): Target | undefined => {
  const { endpoint } = routeOptions.config
  if (endpoint?.opensWith !== 'PRINT_TICKET' || endpoint.method !== method)
    return undefined
  if (endpoint.about !== 'SLV') return { opens: 'FIGURES' }
  const ofSlv = OfSlv.safeParse(params)
  return ofSlv.success ? { slvId: ofSlv.data.id } : undefined
}

/**
 * The owner of a request's print ticket, which is used up even if it is
 * refused.
 */
export async function usePrintTicket(
  db: Db,
  request: FastifyRequest,
  now: Date,
): Promise<SessionState | undefined> {
  const token = request.headers[printTicketHeader]
  const target = findTarget(request)
  if (typeof token !== 'string' || !target) return undefined
  const used = await db
    .deleteFrom('printTicket')
    .where('tokenHash', '=', hashToken(token))
    .returning(['sessionHash', 'userId', 'slvId', 'opens', 'expiresAt'])
    .executeTakeFirst()
  if (!used || used.expiresAt <= now) return undefined
  const isFor =
    'slvId' in target
      ? used.slvId === target.slvId
      : used.opens === target.opens
  if (!isFor) return undefined
  if (used.userId === null)
    return findSession(db, used.sessionHash ?? Buffer.alloc(0), now)
  const actor = await findActor(db, used.userId)
  return actor && { actor, isActive: true, lastUsedAt: now, endsAt: now }
}
