import type { ReactNode } from 'react'
import { Pages } from './pdf-view.tsx'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import { usePdf } from './use-pdf.ts'

/** The pages of the PDF at an address, and what stands there when it cannot be opened. */
export const PdfPages = ({ address, failed }: { address: string; failed: ReactNode }) => {
  const { opened, error } = usePdf(address)
  if (error) return failed
  return opened ? <Pages opened={opened} /> : <PreviewSkeleton />
}
