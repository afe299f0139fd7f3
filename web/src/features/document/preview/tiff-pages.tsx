import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/message.tsx'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import { Sheets } from './sheets.tsx'
import { TiffPage } from './tiff-page.tsx'
import { type ReadBytes, useTiff } from './use-tiff.ts'

type TiffPagesProps = {
  /** Whose bytes are read: another key is another file. */
  fileKey: string
  read: ReadBytes
  /** What stands there when it cannot be shown. */
  failed: ReactNode
}

/** The pages of a TIFF, which no browser shows by itself. */
export const TiffPages = ({ fileKey, read, failed }: TiffPagesProps) => {
  const { opened, problem, again } = useTiff(fileKey, read)
  if (problem === 'UNSHOWN') return failed
  if (problem === 'UNREAD')
    return (
      <EmptyState title="The image could not be read" why="It did not come through to this page.">
        <Button onClick={again}>Try again</Button>
      </EmptyState>
    )
  if (!opened) return <PreviewSkeleton />
  const { sizes } = opened
  return (
    <Sheets
      count={sizes.length}
      sizeOf={(page) => sizes[page - 1] ?? { width: 612, height: 792 }}
      render={(sheet) => <TiffPage key={sheet.number} tiff={opened} sheet={sheet} />}
    />
  )
}
