import type { CaptureUpload } from '@portal/contract/data-capture/model'
import type { Ctx } from '../lib/ctx.ts'
import { type Paging, readRows } from '../lib/database/list-query.ts'
import { notFound } from '../lib/errors.ts'

const visibleUploads = ({ db, actor }: Ctx) =>
  db.selectFrom('captureUpload').where('captureUpload.vendorId', '=', actor.companyId)

const rows = (ctx: Ctx) =>
  visibleUploads(ctx)
    .innerJoin('appUser', 'appUser.id', 'captureUpload.uploadedById')
    .select([
      'captureUpload.id',
      'captureUpload.fileName',
      'appUser.name as uploadedBy',
      'captureUpload.uploadedById',
      'captureUpload.uploadedAt',
      'captureUpload.state',
      'captureUpload.rowCount',
      'captureUpload.appliedCount',
      'captureUpload.rejectedCount',
      'captureUpload.problem',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const present = ({ uploadedAt, rowCount, appliedCount, rejectedCount, ...row }: Row): CaptureUpload => ({
  ...row,
  uploadedAt: uploadedAt.toISOString(),
  rows: rowCount,
  applied: rowCount === null ? null : appliedCount,
  rejected: rowCount === null ? null : rejectedCount,
})

export async function listUploads(ctx: Ctx, paging: Paging) {
  const ordered = rows(ctx).orderBy('captureUpload.id', 'desc')
  const { rows: items, ...page } = await readRows(ordered, visibleUploads(ctx), paging)
  return { ...page, items: items.map(present) }
}

export async function getUpload(ctx: Ctx, id: string): Promise<CaptureUpload> {
  const row = await rows(ctx).where('captureUpload.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Upload')
  return present(row)
}
