import type {
  DocumentAction,
  FactorSupport,
  SlvDocument,
} from '@portal/contract/document/model'
import { mayWithDocument } from '@portal/contract/document/policy'
import { isSameFactor } from '@portal/contract/guideline/factors'
import type { HistoryAction } from '@portal/contract/history/api'
import { isSellerDraft } from '@portal/contract/slv/status'
import { selectFactors } from '../guideline/save-factors.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, refuseStale } from '../lib/errors.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { bumpVersion } from '../slv/perform.ts'
import { type FileRecord, presentFile } from '../slv/record.ts'
import { findFile } from './list-documents.ts'
import { writeFileHistory } from './upload-document.ts'

type Answer = SlvDocument & { slvVersion: number }

/**
 * Replaces the factors that a file supports. Throws 400 for a factor that no
 * document shows.
 */
export const setDocumentFactors = (
  ctx: Ctx,
  slvId: string,
  documentId: string,
  wanted: readonly string[],
  ifMatch?: number,
): Promise<Answer> =>
  transact(ctx, async (inner) => {
    const { slv, file } = await lockFile(
      inner,
      slvId,
      documentId,
      'set-factors',
      ifMatch,
    )
    const labels = await findDocumentaryFactors(inner, wanted)
    const supports = labels.map(
      (factor) =>
        file.supports.find((support) =>
          isSameFactor(support.factor, factor),
        ) ?? {
          factor,
          verifiedAt: null,
          verifiedByName: null,
        },
    )
    return saveSupports(inner, slv, file, supports, 'set-document-factors')
  })

/**
 * Verifies a file for one factor that it supports, or removes the verification.
 */
export const verifyDocumentFactor = (
  ctx: Ctx,
  slvId: string,
  documentId: string,
  { factor, isVerified }: { factor: string; isVerified: boolean },
  ifMatch?: number,
): Promise<Answer> =>
  transact(ctx, async (inner) => {
    const { slv, file } = await lockFile(
      inner,
      slvId,
      documentId,
      'verify-factor',
      ifMatch,
    )
    if (!file.supports.some((support) => isSameFactor(support.factor, factor)))
      throw badRequest([
        {
          field: 'factor',
          error: 'This document is not attached to this factor',
        },
      ])
    const verification = isVerified
      ? {
          verifiedAt: inner.now.toISOString(),
          verifiedByName: inner.actor.name,
        }
      : { verifiedAt: null, verifiedByName: null }
    const supports = file.supports.map((support) =>
      isSameFactor(support.factor, factor)
        ? { ...support, ...verification }
        : support,
    )
    return saveSupports(inner, slv, file, supports, 'verify-document-factor')
  })

async function lockFile(
  ctx: Ctx,
  slvId: string,
  documentId: string,
  action: DocumentAction,
  ifMatch?: number,
) {
  const slv = await lockSlv(ctx, slvId)
  const file = await findFile(ctx, slv, documentId)
  const facts = {
    ...file,
    isOfThisRound: file.resubmitCount === slv.resubmitCount,
  }
  if (!mayWithDocument(action, ctx.actor, slv, facts))
    throw conflict('Someone else has to act on this SLV')
  refuseStale(slv, ifMatch)
  return { slv, file }
}

/** The catalog's labels of these factors, each once. */
async function findDocumentaryFactors(
  ctx: Ctx,
  wanted: readonly string[],
): Promise<string[]> {
  const factors = await selectFactors(ctx.db).execute()
  const labels = wanted.map((name, index) => {
    const factor = factors.find(
      ({ kind, label }) => kind === 'DOCUMENT' && isSameFactor(name, label),
    )
    if (!factor)
      throw badRequest([
        {
          field: `factors.${index}`,
          error: 'Choose a factor from the catalog that needs a document',
        },
      ])
    return factor.label
  })
  return [...new Set(labels)]
}

const describe = (
  { name }: FileRecord,
  supports: readonly FactorSupport[],
): string => {
  const parts = supports.map(({ factor, verifiedAt }) =>
    verifiedAt ? `${factor} (verified)` : factor,
  )
  return parts.length === 0
    ? `${name}: no factor`
    : `${name}: ${parts.join(', ')}`
}

async function saveSupports(
  ctx: Ctx,
  slv: LockedSlv,
  file: FileRecord,
  supports: FactorSupport[],
  action: HistoryAction,
): Promise<Answer> {
  const before = describe(file, file.supports)
  const after = describe(file, supports)
  if (before === after)
    return { ...presentFile(ctx.actor, slv, file), slvVersion: slv.version }
  await ctx.db
    .updateTable('document')
    .set({ supports: JSON.stringify(supports) })
    .where('id', '=', file.id)
    .execute()
  if (!isSellerDraft(slv.status))
    await writeFileHistory(ctx, slv, action, {
      id: file.id,
      kind: file.kind,
      before,
      after,
    })
  const slvVersion = await bumpVersion(ctx, slv)
  return { ...presentFile(ctx.actor, slv, { ...file, supports }), slvVersion }
}
