import { Readable } from 'node:stream'
import type { Loan } from '@portal/contract/loan/model'
import { checkContent } from '../document/content/check-content.ts'
import type { DocumentFile } from '../document/upload-document.ts'
import type { FileStore } from '../lib/files/files.ts'
import { type Color, drawPages, type Mark } from './draw-pdf.ts'

/**
 * What a document is about: a loan, with the figures of its SLV if it has one.
 * All people and places are invented.
 */
export type Subject = Omit<
  Loan,
  'kind' | 'status' | 'isClosed' | 'noteDate'
> & { day: string }

/** The figures that a document takes from the SLV. */
export const figureNames = [
  'loanAmount',
  'purchasePriceAmount',
  'appraisedValueAmount',
  'ltv',
  'cltv',
  'hcltv',
  'dti',
  'dscr',
  'creditScore',
  'incomeUsedAmount',
  'currentHousingPaymentAmount',
  'proposedHousingPaymentAmount',
  'liquidReservesAmount',
  'retirementReservesAmount',
  'businessFundsForReservesAmount',
  'totalPostCloseReservesAmount',
] as const satisfies readonly (keyof Loan)[]

type Line = readonly [label: string, value: string]

const left = 56
const right = 556

const money = (value: number | null | undefined): string =>
  `$${(value ?? 0).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const percent = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? 'Not applicable'
    : `${value.toFixed(2)}%`

const text = (
  x: number,
  y: number,
  words: string,
  size = 10,
  isBold = false,
): Mark => ({
  kind: 'TEXT',
  x,
  y,
  text: words,
  size,
  isBold,
})

const rule = (y: number): Mark => ({
  kind: 'LINE',
  from: [left, y],
  to: [right, y],
})

const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  color: Color,
): Mark => ({
  kind: 'SHAPE',
  points: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
  color,
})

/** The head of a page: who issued it, its title, and the loan. */
const drawHead = (
  issuer: string,
  title: string,
  { loanNumber, borrowerLastName }: Subject,
  page: number,
): Mark[] => [
  text(left, 744, issuer, 9),
  text(left, 722, title, 16, true),
  text(
    left,
    704,
    `Loan ${loanNumber}   Borrower: ${borrowerLastName ?? ''}`,
    10,
  ),
  text(right - 40, 744, `Page ${page}`, 9),
  rule(694),
]

/** A section of labels and values. */
const section = (
  title: string,
  top: number,
  lines: readonly Line[],
): Mark[] => [
  box(left, top - 4, right - left, 16, [0.91, 0.93, 0.95]),
  text(left + 4, top, title, 10, true),
  ...lines.flatMap(([label, value], index) => {
    const y = top - 20 - index * 16
    return [text(left + 4, y, label), text(330, y, value), rule(y - 4)]
  }),
]

const formatAddress = ({ address: { line, city, state, zip } }: Subject) =>
  [line, city, [state, zip].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')

const monthsBefore = (day: string, months: number) => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.toISOString().slice(0, 7)
}

/** A transmittal summary: what the underwriter compares with the request. */
const drawTransmittal = (subject: Subject): Mark[][] => {
  const title = 'Underwriting and Transmittal Summary (1008)'
  const { seller, program, productName, purpose, occupancy, propertyType } =
    subject
  return [
    [
      ...drawHead(seller.name, title, subject, 1),
      ...section('I. Borrower and property', 672, [
        ['Borrower', subject.borrowerLastName ?? ''],
        ['Property address', formatAddress(subject)],
        ['Property type', propertyType ?? ''],
        ['Occupancy', occupancy ?? ''],
        ['Appraised value', money(subject.appraisedValueAmount)],
        ['Sales price', money(subject.purchasePriceAmount)],
      ]),
      ...section('II. Mortgage information', 544, [
        ['Loan purpose', purpose ?? ''],
        ['Program', program ?? ''],
        ['Product', productName ?? ''],
        ['Original loan amount', money(subject.loanAmount)],
        ['LTV', percent(subject.ltv)],
        ['CLTV / TLTV', percent(subject.cltv)],
        ['HCLTV', percent(subject.hcltv)],
      ]),
    ],
    [
      ...drawHead(seller.name, title, subject, 2),
      ...section('III. Underwriting information', 672, [
        ['Representative credit score', String(subject.creditScore ?? '')],
        ['Total monthly income', money(subject.incomeUsedAmount)],
        ['Present housing payment', money(subject.currentHousingPaymentAmount)],
        [
          'Proposed housing payment (PITIA)',
          money(subject.proposedHousingPaymentAmount),
        ],
        ['Debt-to-income ratio', percent(subject.dti)],
        [
          'Debt-service coverage ratio',
          subject.dscr === null
            ? 'Not applicable'
            : `${subject.dscr.toFixed(3)}x`,
        ],
        [
          'Verified reserves after closing',
          money(subject.totalPostCloseReservesAmount),
        ],
      ]),
      ...section('IV. Underwriter comments', 528, [
        ['Exception requested', 'See the request for a loan variance'],
      ]),
    ],
  ]
}

const deposits = [
  'Deposit, Harlow & Finch LLC',
  'Deposit, Kestrel Design Co',
  'Transfer from savings',
]
const payments = [
  'Card purchase, Green Basket',
  'Utilities, Brightwater',
  'Insurance, Larkfield Mutual',
  'Check 1042',
]

/**
 * Two months of a bank account. The last closing balance is the liquid reserves
 * of the request.
 */
const bank = 'Harbor Point Bank, Member Services'

function drawBankStatement(subject: Subject): Mark[][] {
  const closing =
    subject.liquidReservesAmount ?? subject.totalPostCloseReservesAmount ?? 0
  const opening = Math.round(closing * 0.93 * 100) / 100
  const middle = Math.round(closing * 0.97 * 100) / 100
  return [
    drawStatement(subject, 1, monthsBefore(subject.day, 2), opening, middle),
    drawStatement(subject, 2, monthsBefore(subject.day, 1), middle, closing),
    [
      ...drawHead(bank, 'Summary of balances', subject, 3),
      ...section('Liquid assets', 672, [
        ['Balance at the end of the last statement', money(closing)],
      ]),
    ],
  ]
}

/** A page with the movements of a month (`2026-01`) between two balances. */
function drawStatement(
  subject: Subject,
  page: number,
  month: string,
  opens: number,
  closes: number,
): Mark[] {
  const formatDay = (day: number) =>
    `${month.slice(5)}/${String(day).padStart(2, '0')}/${month.slice(0, 4)}`
  const moves = [...deposits, ...payments].map((what, index) => {
    const part = index < deposits.length ? closes * 0.04 : -closes * 0.02
    const amount = Math.round(part * (1 + index * 0.17) * 100) / 100
    return { what, day: formatDay(3 + index * 3), amount }
  })
  const total = moves.reduce((sum, { amount }) => sum + amount, 0)
  const last = {
    what: 'Transfer to checking',
    day: formatDay(28),
    amount: closes - opens - total,
  }
  return [
    ...drawHead(bank, `Account statement ${month}`, subject, page),
    text(left, 672, 'Checking account ending in 4417'),
    text(left, 650, 'Opening balance', 10, true),
    text(460, 650, money(opens)),
    ...[...moves, last].flatMap(({ what, day, amount }, index) => {
      const y = 622 - index * 18
      return [
        text(left, y, day),
        text(150, y, what),
        text(460, y, amount < 0 ? `-${money(-amount)}` : money(amount)),
        rule(y - 5),
      ]
    }),
    text(left, 450, 'Closing balance', 11, true),
    text(460, 450, money(closes), 11, true),
  ]
}

/** A drawn house in place of a photograph. */
const drawHouse = (bottom: number, caption: string, wall: Color): Mark[] => [
  box(left, bottom, 300, 180, [0.76, 0.86, 0.94]),
  box(left, bottom, 300, 48, [0.55, 0.68, 0.42]),
  box(left + 80, bottom + 34, 140, 78, wall),
  {
    kind: 'SHAPE',
    points: [
      [left + 66, bottom + 112],
      [left + 150, bottom + 158],
      [left + 234, bottom + 112],
    ],
    color: [0.45, 0.27, 0.22],
  },
  box(left + 138, bottom + 34, 26, 46, [0.32, 0.22, 0.16]),
  box(left + 96, bottom + 62, 26, 26, [0.93, 0.95, 0.83]),
  box(left + 178, bottom + 62, 26, 26, [0.93, 0.95, 0.83]),
  text(left, bottom - 14, caption, 9),
]

/**
 * An appraisal with photographs and comparable sales; its opinion of value is
 * the appraised value of the request.
 */
const drawAppraisal = (subject: Subject): Mark[][] => {
  const value = subject.appraisedValueAmount ?? 0
  const title = 'Uniform Residential Appraisal Report'
  const comparables = [0.94, 1.01, 1.05].map((factor, index): Line => {
    const price = Math.round((value * factor) / 1000) * 1000
    return [
      `Comparable sale ${index + 1}: ${418 + index * 36} Linden Court`,
      money(price),
    ]
  })
  return [
    [
      ...drawHead('Cedar Ridge Appraisal Group', title, subject, 1),
      ...section('Subject', 672, [
        ['Property address', formatAddress(subject)],
        ['Property type', subject.propertyType ?? ''],
        ['Contract price', money(subject.purchasePriceAmount)],
      ]),
      ...section('Sales comparison', 592, comparables),
      ...section('Reconciliation', 512, [
        ['Opinion of market value', money(value)],
      ]),
    ],
    [
      ...drawHead(
        'Cedar Ridge Appraisal Group',
        'Photographs of the subject',
        subject,
        2,
      ),
      ...drawHouse(492, 'Front view', [0.87, 0.8, 0.68]),
      ...drawHouse(280, 'Rear view', [0.82, 0.74, 0.62]),
      ...drawHouse(68, 'Street scene', [0.78, 0.71, 0.6]),
    ],
  ]
}

/** 24 months of payments, all on time. */
const drawHousingHistory = (subject: Subject): Mark[][] => [
  [
    ...drawHead(
      'Fairmont Loan Servicing',
      'Verification of mortgage: 24 months',
      subject,
      1,
    ),
    text(
      left,
      672,
      `Monthly payment: ${money(subject.currentHousingPaymentAmount)}`,
      10,
      true,
    ),
    ...Array.from({ length: 24 }, (_, index) => {
      const y = 646 - index * 22
      return [
        text(left, y, monthsBefore(subject.day, index + 1)),
        text(200, y, 'Paid on the due date'),
        rule(y - 6),
      ]
    }).flat(),
    text(left, 100, 'Late payments in 24 months: 0x30, 0x60, 0x90', 10, true),
  ],
]

/** How the reserves of the request are made up. */
const drawReserves = (subject: Subject): Mark[][] => [
  [
    ...drawHead(subject.seller.name, 'Reserves worksheet', subject, 1),
    ...section('Assets after closing', 672, [
      ['Liquid reserves', money(subject.liquidReservesAmount)],
      ['Retirement reserves', money(subject.retirementReservesAmount)],
      ['Business funds', money(subject.businessFundsForReservesAmount)],
      [
        'Total reserves after closing',
        money(subject.totalPostCloseReservesAmount),
      ],
      [
        'Proposed housing payment (PITIA)',
        money(subject.proposedHousingPaymentAmount),
      ],
    ]),
  ],
]

const letter =
  'I write about the variance that was requested for this loan. The facts below are complete and true.'

const drawLetter = (title: string, subject: Subject): Mark[][] => [
  [
    ...drawHead(subject.seller.name, title, subject, 1),
    text(left, 668, formatAddress(subject)),
    text(left, 640, letter),
    ...section('Figures of the loan', 600, [
      ['Loan amount', money(subject.loanAmount)],
      ['LTV', percent(subject.ltv)],
      ['Credit score', String(subject.creditScore ?? '')],
    ]),
  ],
]

const drawings: Record<string, (subject: Subject) => Mark[][]> = {
  '1008': drawTransmittal,
  Appraisal: drawAppraisal,
  'Appraisal desk review': drawAppraisal,
  'Bank statements': drawBankStatement,
  'Housing history': drawHousingHistory,
  'Reserves worksheet': drawReserves,
}

/** A sample document about a loan, by its title. */
export const drawDocument = (title: string, subject: Subject): Buffer =>
  drawPages((drawings[title] ?? ((about) => drawLetter(title, about)))(subject))

/** Stores a sample document, checked like an upload. */
export async function storeSample(
  files: FileStore,
  title: string,
  subject: Subject,
): Promise<DocumentFile> {
  const name = `${title}.pdf`
  const received = await files.receive(
    Readable.from([drawDocument(title, subject)]),
  )
  const { size, sha256 } = received
  const checked = await checkContent({ ...received, name })
  return { key: await received.keep(), name, size, sha256, ...checked }
}
