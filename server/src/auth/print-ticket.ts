import { printTicketHeader } from '@portal/contract/reporting/model'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../lib/db.ts'
import { findSession, hashOf, newToken, type SessionState } from './session.ts'

const lifeMs = 60_000

/** Makes a ticket for the report of one SLV and answers it; the database keeps its hash, bound to the asker's session. */
export async function openPrintTicket(db: Db, sessionHash: Buffer, slvId: string, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('printTicket')
    .values({ tokenHash: hashOf(token), sessionHash, slvId, expiresAt: new Date(now.getTime() + lifeMs) })
    .execute()
  return token
}

const OfSlv = z.object({ id: z.uuid() })

/** Whoever a request's print ticket stands for, with the rights they have now. The ticket is gone after this, good or not. */
export async function usePrintTicket(db: Db, request: FastifyRequest, now: Date): Promise<SessionState | undefined> {
  const token = request.headers[printTicketHeader]
  const params = OfSlv.safeParse(request.params)
  if (typeof token !== 'string' || !params.success) return undefined
  const used = await db
    .deleteFrom('printTicket')
    .where('tokenHash', '=', hashOf(token))
    .returning(['sessionHash', 'slvId', 'expiresAt'])
    .executeTakeFirst()
  if (!used || used.slvId !== params.data.id || used.expiresAt <= now) return undefined
  return findSession(db, used.sessionHash, now)
}
