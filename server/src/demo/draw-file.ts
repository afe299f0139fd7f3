import { Readable } from 'node:stream'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { checkContent } from '../document/check-content.ts'
import type { KeptFile } from '../document/insert-file.ts'
import { drawPdf } from './draw-pdf.ts'
import { drawHouse } from './draw-png.ts'
import type { Scene, Stage } from './scene.ts'

type Drawn = { extension: 'pdf' | 'png' | 'txt' | 'csv'; bytes: Buffer }

const dollars = (amount: number | null) => `$${Math.round(amount ?? 0).toLocaleString('en-US')}`

const about = (slv: SlvDetail) => [
  `Loan ${slv.buyerLoan ?? ''} / ${slv.sellerLoan ?? ''}`,
  `Borrower: ${slv.borrowerLastName ?? ''}`,
  `Property: ${slv.subjectPropertyAddress ?? ''}, ${slv.city ?? ''}, ${slv.state ?? ''} ${slv.zip ?? ''}`,
  `Seller: ${slv.sellerName}`,
  '',
]

const months = ['January', 'February', 'March', 'April', 'May', 'June']

/** A statement whose balance grows a little each month, over two pages. */
const statement = (slv: SlvDetail) => {
  const monthly = (slv.proposedHousingPaymentAmount ?? 3000) / 4
  const lines = months.flatMap((month, index) => [
    `${month}: opening balance ${dollars((slv.totalPostCloseReservesAmount ?? 40_000) + index * monthly)}`,
    ...[5, 12, 19, 26].map((day) => `   ${month.slice(0, 3)} ${day}   deposit   ${dollars(monthly * 1.9)}`),
    ...[3, 15, 28].map((day) => `   ${month.slice(0, 3)} ${day}   payment   ${dollars(monthly * 2.2)}`),
    '',
  ])
  return drawPdf('Bank statements', [...about(slv), ...lines])
}

const letter = (slv: SlvDetail) =>
  Buffer.from(
    [
      'To whom it may concern,',
      '',
      'the late payment in question was caused by a change of servicer: the payment was made',
      'on time to the former one. Proof is attached to the credit report in the file.',
      'The inquiries of the last months did not lead to new credit.',
      '',
      `${slv.borrowerLastName ?? 'The borrower'}`,
      '',
      ...about(slv),
    ].join('\r\n'),
  )

const reserves = (slv: SlvDetail) =>
  Buffer.from(
    [
      'Account,Kind,Amount',
      `Checking,Liquid,${slv.liquidReservesAmount ?? 0}`,
      `401(k),Retirement,${slv.retirementReservesAmount ?? 0}`,
      `Business,Business,${slv.businessFundsForReservesAmount ?? 0}`,
      `Total,,${slv.totalPostCloseReservesAmount ?? 0}`,
      '',
    ].join('\r\n'),
  )

const own: Partial<Record<string, (slv: SlvDetail) => Drawn>> = {
  'Bank statements': (slv) => ({ extension: 'pdf', bytes: statement(slv) }),
  'Letter of explanation': (slv) => ({ extension: 'txt', bytes: letter(slv) }),
  'Reserves worksheet': (slv) => ({ extension: 'csv', bytes: reserves(slv) }),
  'Photo of the property': () => ({ extension: 'png', bytes: drawHouse([225, 205, 170]) }),
}

const page = (name: string, slv: SlvDetail): Drawn => ({
  extension: 'pdf',
  bytes: drawPdf(name, [
    ...about(slv),
    `Loan amount ${dollars(slv.loanAmount)}, value ${dollars(slv.appraisedValueAmount)}`,
    '',
    'This is a sample that belongs to the demo. It stands for the paper of its name,',
    'so that files can be opened, previewed, downloaded and sent.',
  ]),
})

/** A small real file of this name in the store, checked like an upload. */
export async function drawnFile({ slv }: Scene, { files }: Stage, title: string): Promise<KeptFile> {
  const { extension, bytes } = own[title]?.(slv) ?? page(title, slv)
  const name = `${title}.${extension}`
  const received = await files.receive(Readable.from([bytes]))
  const { size, sha256 } = received
  const judged = await checkContent({ ...received, name })
  return { key: await received.keep(), name, size, sha256, ...judged }
}
