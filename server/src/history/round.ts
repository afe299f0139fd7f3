import type { SlvDetail } from '@portal/contract/slv/answers'
import { SlvStatus, statusFor } from '@portal/contract/slv/status'
import { pickVisible } from '@portal/contract/slv/visible-fields'
import type { Role } from '@portal/contract/user/model'
import { z } from 'zod'
import { presentFilesOf } from '../document/list-documents.ts'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { toBeChecked } from '../lib/to-be-checked.ts'
import { viewSlv } from '../slv/detail.ts'
import { findSlv } from '../slv/find-slv.ts'

/** What is sure of a snapshot, whichever version wrote it. */
const Snapshot = z.looseObject({ status: SlvStatus })

/**
 * One round of an SLV: an ended one as it was when the next was sent, the present one as it is; while a resubmission is drafted,
 * that is the present round and the one before it is in effect. An ended round keeps its
 * files, and they go on: LoanDock takes one later, or tells why not. So they are told as they are now.
 * Throws 404 for an SLV that the asker may not see, and for a round that it never had.
 */
export async function getRound(ctx: Ctx, slvId: string, resubmitCount: number): Promise<SlvDetail> {
  const slv = await findSlv(ctx, slvId)
  if (resubmitCount === slv.resubmitCount) return viewSlv(ctx, slvId)
  if (slv.resubmission && resubmitCount === slv.resubmitCount - 1) {
    const inEffect = await viewSlv(ctx, slvId, 'IN_EFFECT')
    return { ...inEffect, ...(await presentFilesOf(ctx, slv, resubmitCount)) }
  }
  const round = await ctx.db
    .selectFrom('slvRound')
    .select('snapshot')
    .where('slvId', '=', slvId)
    .where('resubmitCount', '=', resubmitCount)
    .executeTakeFirst()
  if (!round) throw notFound('Round')
  const files = await presentFilesOf(ctx, slv, resubmitCount)
  return presentRound(ctx.actor.role, round.snapshot, files)
}

type Files = Awaited<ReturnType<typeof presentFilesOf>>

/** A snapshot as a role may see it, by the status that the round ended in; nothing can be done to it any more. */
const presentRound = (role: Role, snapshot: unknown, files: Files): SlvDetail => {
  const slv = Snapshot.parse(snapshot)
  const shown = pickVisible(role, slv.status, slv)
  // An ended round waits for nobody.
  return toBeChecked({
    waitingSince: null,
    statusInEffect: null,
    ...shown,
    ...files,
    status: statusFor(role, slv.status),
    availableActions: [],
  })
}
