import type { CaptureUpload } from '@portal/contract/data-capture/model'
import type { ContentFacts } from '../document/content/check-content.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { getExtension } from '../lib/files/file-name.ts'
import { refuse } from '../lib/files/refusal.ts'
import type { StoredFile, Upload } from '../lib/files/upload.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import { usePreview } from './create-preview.ts'
import { getUpload } from './list-uploads.ts'

export type TableType = 'CSV' | 'XLSX'

/**
 * The type of a data-capture file by its content. Throws 400 if it isn't a
 * table.
 */
export async function checkTable(
  upload: Upload,
  checkContent: () => Promise<ContentFacts>,
): Promise<{ type: TableType }> {
  const noTable = () =>
    refuse(
      upload.name,
      'cannot be uploaded. Upload a CSV or Excel (.xlsx) file.',
    )
  if (!['csv', 'xlsx'].includes(getExtension(upload.name))) throw noTable()
  const { type } = await checkContent()
  if (type !== 'CSV' && type !== 'XLSX') throw noTable()
  return { type }
}

/**
 * Stores an uploaded data-capture file and queues the job that applies its
 * rows. With a preview, the job applies only what that said.
 */
export const uploadCapture = (
  ctx: Ctx,
  { key, name, size, sha256, type }: StoredFile<{ type: TableType }>,
  {
    createTdocs,
    preview,
  }: { createTdocs: boolean; preview?: string | undefined },
): Promise<CaptureUpload> =>
  transact(ctx, async (inner) => {
    const { id } = await inner.db
      .insertInto('captureUpload')
      .values({
        vendorId: inner.actor.companyId,
        uploadedById: inner.actor.id,
        uploadedAt: inner.now,
        fileName: name,
        fileType: type,
        fileKey: key,
        fileSize: size,
        fileSha256: sha256,
        createsTdocs: createTdocs,
        previewedMarks: preview ? await usePreview(inner, preview) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(inner.db, 'apply-capture', { uploadId: id }, { key: id })
    return getUpload(inner, id)
  })
