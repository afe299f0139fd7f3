import { Readable } from 'node:stream'
import type { Loan } from '@portal/contract/loan/model'
import { checkContent } from '../document/check-content.ts'
import type { KeptFile } from '../document/insert-file.ts'
import type { FileStore } from '../lib/files.ts'
import { drawPdf } from './draw-pdf.ts'

const describe = (loan: Loan) => [
  `Loan ${loan.loanNumber}`,
  `Borrower: ${loan.borrowerLastName ?? ''}`,
  `Seller: ${loan.seller.name}`,
  '',
  'Sample document of the demo data.',
]

/** A one-page PDF with this title, about the loan. */
export const drawPaper = (title: string, loan: Loan): Buffer => drawPdf(title, describe(loan))

/** Stores a small file with this title, checked like an upload. */
export async function storeSample(files: FileStore, title: string, loan: Loan): Promise<KeptFile> {
  const name = `${title}.pdf`
  const received = await files.receive(Readable.from([drawPaper(title, loan)]))
  const { size, sha256 } = received
  const checked = await checkContent({ ...received, name })
  return { key: await received.keep(), name, size, sha256, ...checked }
}
