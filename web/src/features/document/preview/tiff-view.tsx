import { downloadDocument } from '@portal/contract/document/api'
import { maxDocumentBytes } from '@portal/contract/document/model'
import { readStart } from '../../../lib/call.ts'
import { NoPreview } from './no-preview.tsx'
import type { Previewed } from './previewed.ts'
import { TiffPages } from './tiff-pages.tsx'

/** A TIFF of an SLV. */
export const TiffView = ({ previewed }: { previewed: Previewed }) => {
  const { slvId: id, document } = previewed
  const sent = { params: { id, documentId: document.id }, query: { disposition: 'inline' as const } }
  return (
    <TiffPages
      fileKey={document.id}
      read={(signal) => readStart(downloadDocument, sent, { most: Math.min(document.size, maxDocumentBytes), signal })}
      failed={<NoPreview previewed={previewed} why="This TIFF cannot be shown here." />}
    />
  )
}
