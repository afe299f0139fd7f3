import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/message.tsx'
import { bytesAddress, documentQuery } from '../queries.ts'
import { NoPreview } from './no-preview.tsx'
import { PdfPage } from './pdf-page.tsx'
import classes from './preview.module.css'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import type { Previewed } from './previewed.ts'
import { Sheets } from './sheets.tsx'
import { type OpenedPdf, usePdf } from './use-pdf.ts'

/** A PDF, its pages under each other. */
export const PdfView = ({ previewed }: { previewed: Previewed }) => {
  const queryClient = useQueryClient()
  const { opened, error, share, again } = usePdf(bytesAddress(previewed.slvId, previewed.document.id, 'inline'))
  const retry = () => {
    // Whether it is still there, and the person still signed in, tells the call for its particulars.
    void queryClient.invalidateQueries({ queryKey: documentQuery(previewed.slvId, previewed.document.id).queryKey })
    again()
  }
  if (error?.name === 'ResponseException' || error?.name === 'UnknownErrorException')
    return (
      <EmptyState title="The document could not be read" why="It did not come through to this page.">
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    )
  if (error) return <NoPreview previewed={previewed} why="This PDF cannot be shown here: it is damaged or locked." />
  if (!opened)
    return (
      <>
        <PreviewSkeleton />
        {share !== null && <p className={classes.share}>{Math.floor(share * 100)}% read</p>}
      </>
    )
  return <Pages opened={opened} />
}

/** The pages of a PDF that is open, under each other, with their tools. */
export const Pages = ({ opened: { pdf, first } }: { opened: OpenedPdf }) => (
  <Sheets
    count={pdf.numPages}
    sizeOf={() => first}
    render={(sheet) => <PdfPage key={sheet.number} pdf={pdf} {...sheet} />}
  />
)
