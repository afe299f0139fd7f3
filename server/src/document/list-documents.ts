import type { SlvDocument } from '@portal/contract/document/model'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { findSlv } from '../slv/find-slv.ts'
import type { LockedSlv } from '../slv/lock.ts'
import { type FileRecord, fileJson, presentFile, presentFiles, seesFile } from './record.ts'

const filesOf = prepared('document.of', (db, value: Slot<{ slvId: string }>) =>
  db
    .selectFrom('document as f')
    .innerJoin('appUser as u', 'u.id', 'f.uploadedById')
    .select(fileJson.as('file'))
    .where('f.slvId', '=', value('slvId'))
    .where('f.deletedAt', 'is', null)
    .orderBy('f.id'),
)

/** The files that an SLV has, of all rounds, oldest first. */
export const readFiles = async ({ db }: Ctx, slvId: string): Promise<FileRecord[]> =>
  (await filesOf(db, { slvId })).map(({ file }) => file)

/** Both kinds as an answer holds them: the buyer's own is absent for sellers. */
const split = ({ actor }: Ctx, slv: LockedSlv, files: readonly FileRecord[]) => ({
  documents: presentFiles(actor, slv, files, 'SELLER'),
  ...(!isSeller(actor) && { underwriterDocuments: presentFiles(actor, slv, files, 'UNDERWRITER') }),
})

/** The files of the present round. Throws 404 for an SLV that the asker may not see. */
export async function listDocuments(ctx: Ctx, slvId: string) {
  const slv = await findSlv(ctx, slvId)
  return presentFilesOf(ctx, slv)
}

/** The files of one round of an SLV, the present one unless another is asked for, for who is known to see it. */
export async function presentFilesOf(ctx: Ctx, slv: LockedSlv, round = slv.resubmitCount) {
  const files = await readFiles(ctx, slv.id)
  return split(
    ctx,
    slv,
    files.filter(({ resubmitCount }) => resubmitCount === round),
  )
}

/** The files of all rounds, newest first. */
export async function listAllDocuments(ctx: Ctx, slvId: string) {
  const slv = await findSlv(ctx, slvId)
  return split(ctx, slv, (await readFiles(ctx, slvId)).toReversed())
}

/** One file's particulars. Throws 404 for one that is gone, of another SLV, or not for the asker's eyes. */
export async function getDocument(ctx: Ctx, slvId: string, documentId: string): Promise<SlvDocument> {
  const slv = await findSlv(ctx, slvId)
  return presentFile(ctx.actor, slv, await findFile(ctx, slv, documentId))
}

/** A file of an SLV that the actor sees. Throws 404. */
export async function findFile(ctx: Ctx, slv: LockedSlv, documentId: string): Promise<FileRecord> {
  const file = (await readFiles(ctx, slv.id)).find(({ id }) => id === documentId)
  if (!file || !seesFile(ctx.actor, file)) throw notFound('Document')
  return file
}
