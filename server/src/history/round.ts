import { toRecord } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { formFieldNames } from '@portal/contract/slv/form'
import { SlvStatus, statusFor } from '@portal/contract/slv/status'
import { pickVisible } from '@portal/contract/slv/visible-fields'
import type { Role } from '@portal/contract/user/model'
import { z } from 'zod'
import { presentSlvFiles } from '../document/list-documents.ts'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { asUnchecked } from '../lib/http/as-unchecked.ts'
import { viewSlv } from '../slv/detail.ts'
import { findSlv } from '../slv/lock.ts'

/** What a snapshot of any version has. */
const Snapshot = z.looseObject({ status: SlvStatus })

/**
 * One round of an SLV, with its files as they are now: LoanDock may accept or
 * refuse them later. Throws 404 for a hidden SLV or an unknown round.
 */
export async function getRound(
  ctx: Ctx,
  slvId: string,
  resubmitCount: number,
): Promise<SlvDetail> {
  const slv = await findSlv(ctx, slvId)
  if (resubmitCount === slv.resubmitCount) return viewSlv(ctx, slvId)
  if (slv.resubmission && resubmitCount === slv.resubmitCount - 1) {
    const inEffect = await viewSlv(ctx, slvId, 'IN_EFFECT')
    return { ...inEffect, ...(await presentSlvFiles(ctx, slv, resubmitCount)) }
  }
  const round = await ctx.db
    .selectFrom('slvRound')
    .select('snapshot')
    .where('slvId', '=', slvId)
    .where('resubmitCount', '=', resubmitCount)
    .executeTakeFirst()
  if (!round) throw notFound('Round')
  const files = await presentSlvFiles(ctx, slv, resubmitCount)
  return presentRound(ctx.actor.role, round.snapshot, files)
}

type Files = Awaited<ReturnType<typeof presentSlvFiles>>

/**
 * A snapshot as a role may see it, by the status in which the round ended. It
 * has no actions.
 */
const presentRound = (
  role: Role,
  snapshot: unknown,
  files: Files,
): SlvDetail => {
  const slv = Snapshot.parse(snapshot)
  const shown = pickVisible(role, slv.status, slv)
  return asUnchecked({
    // Fields that are newer than the snapshot are empty.
    ...toRecord(formFieldNames, () => null),
    qualifiesBy: null,
    withdrawDeclineReason: null,
    variances: '',
    waitingSince: null,
    waitingOn: null,
    expectedBy: null,
    statusInEffect: null,
    ...shown,
    ...files,
    status: statusFor(role, slv.status),
    availableActions: [],
  })
}
