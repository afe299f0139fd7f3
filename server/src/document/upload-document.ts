import type { DocumentKind } from '@portal/contract/document/model'
import { uploads } from '@portal/contract/document/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { findSlv } from '../slv/find-slv.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { bumpVersion, describeCurrentStatus } from '../slv/perform.ts'
import { insertFile, type KeptFile } from './insert-file.ts'
import { presentFilesOf } from './list-documents.ts'

/** Throws 404 if the actor may not see the SLV, 409 if they can't add such a file now. */
export const admitUpload = async (ctx: Ctx, slvId: string, kind: DocumentKind) =>
  refuseUnlessAllowed(ctx, await findSlv(ctx, slvId), kind)

async function refuseUnlessAllowed(ctx: Ctx, slv: LockedSlv, kind: DocumentKind) {
  const { isOpen, turn } = uploads[kind]
  if (!isOpen(slv.status)) throw conflict(await describeCurrentStatus(ctx, slv))
  if (!turn(ctx.actor, slv)) throw conflict('Someone else has to act on this SLV')
}

const add = (ctx: Ctx, slvId: string, kind: DocumentKind, file: KeptFile) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    await refuseUnlessAllowed(inner, slv, kind)
    await insertFile(inner, slv, { kind, file })
    const slvVersion = await bumpVersion(inner, slv)
    return { ...(await presentFilesOf(inner, slv)), slvVersion }
  })

export const uploadDocument = (ctx: Ctx, slvId: string, file: KeptFile) => add(ctx, slvId, 'SELLER', file)

export async function uploadUnderwriterDocument(ctx: Ctx, slvId: string, file: KeptFile) {
  const { underwriterDocuments = [], slvVersion } = await add(ctx, slvId, 'UNDERWRITER', file)
  return { underwriterDocuments, slvVersion }
}
