import { Comment, TdocComment } from '@portal/contract/conversation/model'
import { EventDocument } from '@portal/contract/integration/answers'
import { getSlvDetail } from '@portal/contract/slv/api'
import { mayView } from '@portal/contract/slv/policy'
import * as tdocs from '@portal/contract/tdoc/api'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { getComment, getTdocComment } from '../../conversation/list.ts'
import {
  getDeletedDocument,
  getDocument,
} from '../../document/list-documents.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { type Db, getDbFor } from '../../lib/database/db.ts'
import { AppError } from '../../lib/errors.ts'
import { loadSla } from '../../lib/sla.ts'
import { viewSlv } from '../../slv/detail.ts'
import { readSlvFacts } from '../../slv/lock.ts'
import { getTdoc } from '../../tdoc/detail.ts'
import { readTdocFacts } from '../../tdoc/lock.ts'

/** Events about a comment or a document, and how it is read. */
const partReaders: Partial<
  Record<string, (ctx: Ctx, subjectId: string, id: string) => Promise<object>>
> = {
  'slv.comment_added': async (ctx, slvId, id) =>
    Comment.parse(await getComment(ctx, slvId, id)),
  'tdoc.comment_added': async (ctx, tdocId, id) =>
    TdocComment.parse(await getTdocComment(ctx, tdocId, id)),
  'slv.document_added': async (ctx, proxyLoanId, id) =>
    EventDocument.parse({
      ...(await getDocument(ctx, proxyLoanId, id)),
      proxyLoanId,
    }),
  'slv.document_removed': async (ctx, proxyLoanId, id) =>
    EventDocument.parse({
      ...(await getDeletedDocument(ctx, proxyLoanId, id)),
      proxyLoanId,
    }),
}

type Source = { event: string; subjectId: string; partId: string | null }

/**
 * What an event carries: the SLV, Tdoc, comment or document as the API returns
 * it to the actor now. Undefined if they can't see it.
 */
export const readData = (
  ctx: Ctx,
  source: Source,
): Promise<object | undefined> =>
  read(ctx, source).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found')
      return undefined
    throw error
  })

async function read(
  ctx: Ctx,
  { event, subjectId, partId }: Source,
): Promise<object | undefined> {
  const readPart = partReaders[event]
  // The previous release writes history entries that don't name the document.
  if (readPart)
    return partId === null ? undefined : readPart(ctx, subjectId, partId)
  return event.startsWith('slv.')
    ? getSlvDetail.response.parse(await viewSlv(ctx, subjectId))
    : tdocs.getTdoc.response.parse(await getTdoc(ctx, subjectId))
}

/**
 * Whether the owner can see what a delivery is about now; a test event is about
 * nothing.
 */
export async function maySee(
  { db, now }: { db: Db; now: Date },
  owner: Actor,
  delivery: { event: string; subjectId: string | null; partId: string | null },
): Promise<boolean> {
  const { event, subjectId, partId } = delivery
  if (subjectId === null) return true
  if (event in partReaders) {
    const part = { event, subjectId, partId }
    const sla = await loadSla(db)
    const ctx = { actor: owner, now, db: getDbFor(db, owner), sla }
    return (await readData(ctx, part)) !== undefined
  }
  if (event.startsWith('slv.')) {
    const slv = (await readSlvFacts(db, [subjectId])).get(subjectId)
    return slv !== undefined && mayView(owner, slv)
  }
  const tdoc = (await readTdocFacts(db, [subjectId])).get(subjectId)
  return tdoc !== undefined && mayViewTdoc(owner, tdoc)
}
