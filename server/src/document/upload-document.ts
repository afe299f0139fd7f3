import type { DocumentKind } from '@portal/contract/document/model'
import { uploads } from '@portal/contract/document/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { findSlv } from '../slv/find-slv.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { touch, whereItStands } from '../slv/perform.ts'
import { insertFile, type KeptFile } from './insert-file.ts'
import { presentFilesOf } from './list-documents.ts'

/** Refuses who may not bring such a file to this SLV as it stands: 404 unseen, 409 wrong state or somebody else's. */
export const admitUpload = async (ctx: Ctx, slvId: string, kind: DocumentKind) =>
  refuseUnlessAllowed(ctx, await findSlv(ctx, slvId), kind)

async function refuseUnlessAllowed(ctx: Ctx, slv: LockedSlv, kind: DocumentKind) {
  const { isOpen, turn } = uploads[kind]
  if (!isOpen(slv.status)) throw conflict(await whereItStands(ctx, slv))
  if (!turn(ctx.actor, slv)) throw conflict('This SLV is in the hands of somebody else')
}

const add = (ctx: Ctx, slvId: string, kind: DocumentKind, file: KeptFile) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    await refuseUnlessAllowed(inner, slv, kind)
    await insertFile(inner, slv, { kind, file })
    const slvVersion = await touch(inner, slv)
    return { ...(await presentFilesOf(inner, slv)), slvVersion }
  })

/** Adds a seller's file that is in the store; answers with the round's files. */
export const uploadDocument = (ctx: Ctx, slvId: string, file: KeptFile) => add(ctx, slvId, 'SELLER', file)

/** Adds the underwriter's own file that is in the store; answers with all that they have for the round. */
export async function uploadUnderwriterDocument(ctx: Ctx, slvId: string, file: KeptFile) {
  const { underwriterDocuments = [], slvVersion } = await add(ctx, slvId, 'UNDERWRITER', file)
  return { underwriterDocuments, slvVersion }
}
