import { Button, Stack } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { getTdocImage, getTdocImagePage } from '@portal/contract/tdoc/api'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { addressOf } from '../../../lib/address.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { EmptyState } from '../../../ui/message.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { tdocImagePagesQuery } from '../queries.ts'

const PdfPages = lazy(async () => ({ default: (await import('../../document/preview/pdf-view.tsx')).PdfPages }))

const PicturePages = lazy(async () => ({
  default: (await import('../../document/preview/picture-view.tsx')).PicturePages,
}))

const imageAddress = (id: string, disposition: 'inline' | 'attachment') =>
  addressOf(getTdocImage.path, { id }, { disposition })

export const ImagePane = ({ tdoc: { id, imageFileName } }: { tdoc: Tdoc }) => {
  const isPdf = /\.pdf$/i.test(imageFileName)
  const pages = useQuery({ ...tdocImagePagesQuery(id), enabled: !isPdf })
  const failed = (
    <EmptyState title="No preview" why="This image cannot be shown here.">
      <DownloadButton id={id} />
    </EmptyState>
  )
  return (
    <Stack
      flex={{ base: 'none', md: '1 1 34rem' }}
      pos={{ base: 'static', md: 'sticky' }}
      top={0}
      gap="xs"
      miw={0}
      h={{ base: '40vh', md: 'calc(100dvh - 6rem)' }}
      bd="1px solid var(--portal-line)"
      bdrs="md"
      bg="var(--portal-ground)"
      style={{ overflow: 'auto' }}
    >
      <Suspense fallback={<PageSkeleton />}>
        {isPdf ? (
          <PdfPages address={imageAddress(id, 'inline')} failed={failed} />
        ) : (
          <PicturePages
            name={imageFileName}
            found={pages}
            addressOf={(page) => addressOf(getTdocImagePage.path, { id, page })}
            failed={failed}
          />
        )}
      </Suspense>
    </Stack>
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
