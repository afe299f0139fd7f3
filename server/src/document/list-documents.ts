import type { SlvDocument } from '@portal/contract/document/model'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { findSlv } from '../slv/find-slv.ts'
import type { LockedSlv } from '../slv/lock.ts'
import { type FileRecord, fileJson, presentFile, presentFiles, seesFile } from '../slv/record.ts'

export async function readFiles({ db }: Ctx, slvId: string): Promise<FileRecord[]> {
  const rows = await db
    .selectFrom('document as f')
    .innerJoin('appUser as u', 'u.id', 'f.uploadedById')
    .select(fileJson.as('file'))
    .where('f.slvId', '=', slvId)
    .where('f.deletedAt', 'is', null)
    .orderBy('f.id')
    .execute()
  return rows.map(({ file }) => file)
}

/** Both kinds of files; sellers get no underwriter documents. */
const split = ({ actor }: Ctx, slv: LockedSlv, files: readonly FileRecord[]) => ({
  documents: presentFiles(actor, slv, files, 'SELLER'),
  ...(!isSeller(actor) && { underwriterDocuments: presentFiles(actor, slv, files, 'UNDERWRITER') }),
})

export const listDocuments = async (ctx: Ctx, slvId: string) => presentFilesOf(ctx, await findSlv(ctx, slvId))

/** The files of one round, by default the current one. The actor must be allowed to see the SLV. */
export async function presentFilesOf(ctx: Ctx, slv: LockedSlv, round = slv.resubmitCount) {
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
  return split(ctx, slv, files.filter((file) => isOfVisibleRound(slv, file)).toReversed())
}

/** Whether the actor may see a file's round: people who don't see a drafted resubmission get the SLV of the round before. */
const isOfVisibleRound = (slv: LockedSlv, file: FileRecord) => file.resubmitCount <= slv.resubmitCount

export async function getDocument(ctx: Ctx, slvId: string, documentId: string): Promise<SlvDocument> {
  const slv = await findSlv(ctx, slvId)
  return presentFile(ctx.actor, slv, await findFile(ctx, slv, documentId))
}

export async function findFile(ctx: Ctx, slv: LockedSlv, documentId: string): Promise<FileRecord> {
  const file = (await readFiles(ctx, slv.id)).find(({ id }) => id === documentId)
  if (!file || !isOfVisibleRound(slv, file) || !seesFile(ctx.actor, file)) throw notFound('Document')
  return file
}
