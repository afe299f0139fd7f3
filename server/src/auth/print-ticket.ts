import { printTicketHeader } from '@portal/contract/reporting/model'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../lib/db.ts'
import { findActor } from '../user/find-actor.ts'
import { findSession, hashOf, newToken, type SessionState } from './session.ts'

const lifeMs = 60_000

/** What a ticket opens: the report of one SLV, or the page of figures. */
type Opened = { slvId: string } | { opens: 'FIGURES' }

/** Whose rights a ticket has: those of whoever is signed in, or of a person for whom figures are printed on a schedule. */
export type Asker = { sessionHash: Buffer } | { userId: string }

/** Makes a ticket for one call and answers it; the database keeps its hash, bound to its asker. */
export async function openPrintTicket(db: Db, asker: Asker, opened: Opened, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('printTicket')
    .values({ tokenHash: hashOf(token), ...asker, ...opened, expiresAt: new Date(now.getTime() + lifeMs) })
    .execute()
  return token
}

const OfSlv = z.object({ id: z.uuid() })

/** What a request asks for, as far as a ticket can open it. */
const openedBy = ({ method, routeOptions, params }: FastifyRequest): Opened | undefined => {
  const { endpoint } = routeOptions.config
  if (endpoint?.opensWith !== 'PRINT_TICKET' || endpoint.method !== method) return undefined
  if (endpoint.about !== 'SLV') return { opens: 'FIGURES' }
  const ofSlv = OfSlv.safeParse(params)
  return ofSlv.success ? { slvId: ofSlv.data.id } : undefined
}

/** Whoever a request's print ticket stands for, with the rights they have now. The ticket is gone after this, good or not. */
export async function usePrintTicket(db: Db, request: FastifyRequest, now: Date): Promise<SessionState | undefined> {
  const token = request.headers[printTicketHeader]
  const opened = openedBy(request)
  if (typeof token !== 'string' || !opened) return undefined
  const used = await db
    .deleteFrom('printTicket')
    .where('tokenHash', '=', hashOf(token))
    .returning(['sessionHash', 'userId', 'slvId', 'opens', 'expiresAt'])
    .executeTakeFirst()
  if (!used || used.expiresAt <= now) return undefined
  const isIt = 'slvId' in opened ? used.slvId === opened.slvId : used.opens === opened.opens
  if (!isIt) return undefined
  return used.userId === null
    ? findSession(db, used.sessionHash ?? Buffer.alloc(0), now)
    : stateOf(db, used.userId, now)
}

/** As if they had a session that began now; undefined for who is not active. */
async function stateOf(db: Db, userId: string, now: Date): Promise<SessionState | undefined> {
  const actor = await findActor(db, userId)
  return actor && { actor, isActive: true, lastUsedAt: now, endsAt: now }
}
