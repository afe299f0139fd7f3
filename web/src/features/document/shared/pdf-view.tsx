import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../ui/message.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { PdfPage } from '../preview/pdf-page.tsx'
import { NoPreview, type Previewed } from '../preview/preview-states.tsx'
import { Sheets } from '../preview/sheets.tsx'
import { type OpenedPdf, usePdf } from '../preview/use-pdf.ts'
import { bytesAddress, documentQuery } from '../queries.ts'

/** The preview of a PDF. */
export const PdfView = ({ previewed }: { previewed: Previewed }) => {
  const queryClient = useQueryClient()
  const { opened, error, share, retry } = usePdf(bytesAddress(previewed.slvId, previewed.document.id, 'inline'))
  const retryAll = () => {
    // Loading its details shows whether the file still exists and the user is still signed in.
    void queryClient.invalidateQueries({ queryKey: documentQuery(previewed.slvId, previewed.document.id).queryKey })
    retry()
  }
  if (error?.name === 'ResponseException' || error?.name === 'UnknownErrorException')
    return <LoadFailed what="the document" error={{ message: 'The download did not finish.' }} onClick={retryAll} />
  if (error) return <NoPreview previewed={previewed} why="This PDF cannot be shown here: it is damaged or locked." />
  if (opened) return <Pages opened={opened} />
  return (
    <>
      <PageSkeleton />
      {share !== null && (
        <Text c="dimmed" ta="center">
          {Math.floor(share * 100)}% read
        </Text>
      )}
    </>
  )
}

/** The pages of the PDF at an address; `failed` is shown if it can't be opened. */
export const PdfPages = ({ address, failed }: { address: string; failed: ReactNode }) => {
  const { opened, error } = usePdf(address)
  if (error) return failed
  return opened ? <Pages opened={opened} /> : <PageSkeleton />
}

const Pages = ({ opened: { pdf, first } }: { opened: OpenedPdf }) => (
  <Sheets
    count={pdf.numPages}
    sizeOf={() => first}
    render={(sheet) => <PdfPage key={sheet.number} pdf={pdf} {...sheet} />}
  />
)
