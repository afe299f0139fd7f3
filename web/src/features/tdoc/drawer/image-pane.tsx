import { Button } from '@mantine/core'
import { maxDocumentBytes } from '@portal/contract/document/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { getTdocImage } from '@portal/contract/tdoc/api'
import { IconDownload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { addressOf } from '../../../lib/address.ts'
import { readStart } from '../../../lib/call.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { EmptyState } from '../../../ui/message.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import classes from './drawer.module.css'

const PdfPages = lazy(async () => ({ default: (await import('../../document/preview/pdf-pages.tsx')).PdfPages }))

const TiffPages = lazy(async () => ({ default: (await import('../../document/preview/tiff-pages.tsx')).TiffPages }))

const imageAddress = (id: string, disposition: 'inline' | 'attachment') =>
  addressOf(getTdocImage.path, { id }, { disposition })

/** The image of a Tdoc beside its conditions: a picture, or the pages of a PDF or TIFF. What cannot be shown can be downloaded. */
export const ImagePane = ({ tdoc: { id, imageFileName } }: { tdoc: Tdoc }) => {
  const [hasFailed, setHasFailed] = useState(false)
  const isPdf = /\.pdf$/i.test(imageFileName)
  const failed = (
    <EmptyState title="No preview" why="This image cannot be shown here.">
      <DownloadButton id={id} />
    </EmptyState>
  )
  if (hasFailed) return <div className={classes.image}>{failed}</div>
  if (isPdf)
    return (
      <div className={classes.image}>
        <Suspense fallback={<PageSkeleton />}>
          <PdfPages address={imageAddress(id, 'inline')} failed={failed} />
        </Suspense>
      </div>
    )
  if (/\.tiff?$/i.test(imageFileName))
    return (
      <div className={classes.image}>
        <Suspense fallback={<PageSkeleton />}>
          <TiffPages
            fileKey={id}
            read={(signal) =>
              readStart(
                getTdocImage,
                { params: { id }, query: { disposition: 'inline' } },
                { most: maxDocumentBytes, signal },
              )
            }
            failed={failed}
          />
        </Suspense>
      </div>
    )
  return (
    <ScrollRegion className={classes.image} label="Image">
      <img src={imageAddress(id, 'inline')} alt={imageFileName} onError={() => setHasFailed(true)} />
    </ScrollRegion>
  )
}

const DownloadButton = ({ id }: { id: string }) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    onClick={() => saveFile(imageAddress(id, 'attachment'))}
  >
    Download the file
  </Button>
)
