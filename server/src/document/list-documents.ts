import type { DocumentEvent } from '@portal/contract/document/api'
import type { SlvDocument } from '@portal/contract/document/model'
import { isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { readRows } from '../lib/database/list-query.ts'
import { notFound } from '../lib/errors.ts'
import { findSlv, type LockedSlv } from '../slv/lock.ts'
import {
  type FileRecord,
  fileJson,
  presentFile,
  presentFiles,
  seesFile,
} from '../slv/record.ts'

const selectFiles = ({ db }: Ctx, slvId: string) =>
  db
    .selectFrom('document as f')
    .innerJoin('appUser as u', 'u.id', 'f.uploadedById')
    .select(fileJson.as('file'))
    .where('f.slvId', '=', slvId)

async function readFiles(ctx: Ctx, slvId: string): Promise<FileRecord[]> {
  const rows = await selectFiles(ctx, slvId)
    .where('f.deletedAt', 'is', null)
    .orderBy('f.id')
    .execute()
  return rows.map(({ file }) => file)
}

/** Both kinds of files; sellers get no underwriter documents. */
const split = (
  { actor }: Ctx,
  slv: LockedSlv,
  files: readonly FileRecord[],
) => ({
  documents: presentFiles(actor, slv, files, 'SELLER'),
  ...(!isSeller(actor) && {
    underwriterDocuments: presentFiles(actor, slv, files, 'UNDERWRITER'),
  }),
})

export const listDocuments = async (ctx: Ctx, slvId: string) =>
  presentSlvFiles(ctx, await findSlv(ctx, slvId))

/**
 * The files of one round, by default the current one. The actor must be allowed
 * to see the SLV.
 */
export async function presentSlvFiles(
  ctx: Ctx,
  slv: LockedSlv,
  round = slv.resubmitCount,
) {
  const files = await readFiles(ctx, slv.id)
  return split(
    ctx,
    slv,
    files.filter(({ resubmitCount }) => resubmitCount === round),
  )
}

export async function listAllDocuments(ctx: Ctx, slvId: string) {
  const slv = await findSlv(ctx, slvId)
  const files = await readFiles(ctx, slvId)
  return split(
    ctx,
    slv,
    files.filter((file) => isOfVisibleRound(slv, file)).toReversed(),
  )
}

/**
 * Whether the actor may see a file's round: people who don't see a drafted
 * resubmission get the SLV of the round before.
 */
const isOfVisibleRound = (slv: LockedSlv, file: FileRecord) =>
  file.resubmitCount <= slv.resubmitCount

export async function getDocument(
  ctx: Ctx,
  slvId: string,
  documentId: string,
): Promise<SlvDocument> {
  const slv = await findSlv(ctx, slvId)
  return presentFile(ctx.actor, slv, await findFile(ctx, slv, documentId))
}

export async function findFile(
  ctx: Ctx,
  slv: LockedSlv,
  documentId: string,
): Promise<FileRecord> {
  const files = await readFiles(ctx, slv.id)
  return refuseHidden(
    ctx,
    slv,
    files.find(({ id }) => id === documentId),
  )
}

function refuseHidden({ actor }: Ctx, slv: LockedSlv, file?: FileRecord) {
  if (!file || !isOfVisibleRound(slv, file) || !seesFile(actor, file))
    throw notFound('Document')
  return file
}

/** The record of a deleted file. Throws 404 if the actor could not see it. */
export async function getDeletedDocument(
  ctx: Ctx,
  slvId: string,
  documentId: string,
): Promise<SlvDocument> {
  const slv = await findSlv(ctx, slvId)
  const row = await selectFiles(ctx, slvId)
    .where('f.id', '=', documentId)
    .where('f.deletedAt', 'is not', null)
    .executeTakeFirst()
  const file = refuseHidden(ctx, slv, row?.file)
  return { ...presentFile(ctx.actor, slv, file), availableActions: [] }
}

type Paging = { page: number; size: number }

/**
 * Added and deleted files, newest first, without underwriter documents for
 * sellers (decision 011).
 */
export async function listDocumentHistory(
  ctx: Ctx,
  slvId: string,
  { page, size }: Paging,
) {
  await findSlv(ctx, slvId)
  const events = ctx.db
    .selectFrom('document as f')
    .innerJoinLateral(
      sql<{ action: DocumentEvent['action']; at: Date; actorId: string }>`(
        values
          ('ADDED', f.uploaded_at, f.uploaded_by_id),
          ('DELETED', f.deleted_at, f.deleted_by_id)
      )`.as<'e'>(sql`e(action, at, actor_id)`),
      (join) => join.onTrue(),
    )
    .where('f.slvId', '=', slvId)
    .where('e.at', 'is not', null)
    .$if(isSeller(ctx.actor), (query) => query.where('f.kind', '=', 'SELLER'))
  const { rows, ...paging } = await readRows(
    events
      .innerJoin('appUser', 'appUser.id', 'e.actorId')
      .select([
        'f.id',
        'f.name',
        'f.type',
        'f.resubmitCount',
        'f.deletedAt',
        'e.action',
        'e.at',
        'appUser.name as actorName',
      ])
      .orderBy('e.at', 'desc')
      .orderBy('f.id', 'desc')
      .orderBy('e.action', 'desc'),
    events,
    { page, size },
  )
  const items = rows.map(({ id, at, deletedAt, ...event }) => ({
    ...event,
    id: `${id}.${event.action}`,
    documentId: id,
    at: at.toISOString(),
    isThere: deletedAt === null,
  }))
  return { ...paging, items }
}
