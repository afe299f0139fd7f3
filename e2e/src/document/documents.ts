import type { Locator, Page } from '@playwright/test'
import type { SlvDocument } from '@portal/contract/document/model'
import type { Someone } from '../lib/people.ts'
import { expect } from '../lib/story.ts'
import type { SampleFile } from './sample-files.ts'

/** Uploads a file through the API. */
export const bring = async (
  { request }: Someone,
  slvId: string,
  file: SampleFile,
): Promise<SlvDocument> => {
  const answer = await request.post(`/api/v1/proxy-loan/${slvId}/documents`, {
    multipart: { file },
  })
  expect(answer.status(), file.name).toBe(200)
  const { documents }: { documents: SlvDocument[] } = await answer.json()
  const uploaded = documents.find(({ name }) => name === file.name)
  if (!uploaded) throw new Error(`${file.name} is not among the documents`)
  return uploaded
}

/** The address of a file's preview (spec.md §2). */
export const previewOf = (slvId: string, { id, name, type }: SlvDocument) =>
  `/slv/preview-document/${slvId}/${id}/${encodeURIComponent(name)}/${type}`

/** Drops files on an upload area. */
export const dropOn = async (
  page: Page,
  area: Locator,
  files: readonly SampleFile[],
) => {
  const parcels = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    bytes: [...buffer],
  }))
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, bytes } of all)
      transfer.items.add(
        new File([new Uint8Array(bytes)], name, { type: mimeType }),
      )
    return transfer
  }, parcels)
  await area.dispatchEvent('dragover', { dataTransfer })
  await expect(area).toContainText('Drop to upload')
  await area.dispatchEvent('drop', { dataTransfer })
}

/** The first drop area in a part of the page. */
export const areaIn = (part: Page | Locator) =>
  part.locator('[data-upload-area]').first()

/** The hidden file input of the first upload area. */
export const chooserIn = (part: Page | Locator) =>
  part.locator('input[type=file]').first()
