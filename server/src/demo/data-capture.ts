import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  captureColumns,
  intakeColumns,
} from '@portal/contract/data-capture/model'
import type { Loan } from '@portal/contract/loan/model'
import { civil } from '@portal/contract/sla/calendar'
import type { Actor } from '@portal/contract/user/model'
import { randomFrom } from '@portal/sandbox/lib/random'
import { applyCapture } from '../data-capture/apply-capture.ts'
import { readTable } from '../data-capture/read-capture.ts'
import { uploadCapture } from '../data-capture/upload-file.ts'
import { createLog } from '../lib/log.ts'
import { csvLine } from '../lib/spreadsheets/draw-csv.ts'
import { getTitles } from '../lib/spreadsheets/read-rows.ts'
import { drawDocument } from './draw-documents.ts'
import { reviewers } from './people.ts'
import type { World } from './scenarios.ts'
import { dayMinutes, type Event } from './timeline.ts'

const papers = [
  'Wire confirmation',
  'Recorded mortgage',
  'Hazard policy',
  'Payoff letter',
  'Power of attorney',
]

/**
 * Puts a transmittal into the intake folder, with one row that will be
 * rejected.
 */
export async function dropTransmittal(
  folder: string,
  loans: readonly Loan[],
  now: Date,
): Promise<void> {
  const anHourAgo = new Date(now.getTime() - 3_600_000)
  const put = async (name: string, content: Buffer) => {
    await writeFile(join(folder, name), content, { mode: 0o600 })
    await utimes(join(folder, name), anHourAgo, anHourAgo)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const random = randomFrom(7026)
  const rows: string[][] = []
  const open = random.shuffled(loans.filter(({ kind }) => kind !== 'PURCHASED'))
  for (const [index, loan] of open.slice(0, 9).entries()) {
    // The last row has an unknown loan.
    const [paper, loanNumber] =
      index === 8
        ? ['Wire confirmation', '0000000']
        : [random.pick(papers), loan.loanNumber]
    const name = `${paper} ${loanNumber}.pdf`
    await put(name, drawDocument(paper, { ...loan, day: civil(now).day }))
    rows.push([
      loanNumber,
      name,
      reviewers[index % reviewers.length]?.vendor ?? '',
      '',
      'TPR;Collateral',
    ])
  }
  await put(
    'transmittal.csv',
    Buffer.from([getTitles(intakeColumns), ...rows].map(csvLine).join('')),
  )
}

/**
 * Two files from each vendor's reviewer: one that was applied completely, one
 * with rows to correct.
 */
export function captureEvents(world: World, loans: readonly Loan[]): Event[] {
  // A file creates new Tdocs only for loans of this kind and for loans that its
  // vendor has Tdocs of.
  const reviewed = loans.filter(({ kind }) => kind === 'TPR')
  return reviewers.flatMap(({ email, vendor }, index) => {
    const reviewer = world.people.byEmail(email)
    const uploadComplete = async (now: Date) => {
      const rows = await receivedRows(world, reviewer)
      await upload(world, loans, reviewer, {
        name: 'Conditions last week.csv',
        rows: rows.slice(0, 4),
        now,
      })
    }
    const uploadMixed = async (now: Date) => {
      const rows = await receivedRows(world, reviewer)
      const mixed = [
        ...rows.slice(0, 5),
        [
          reviewed[index]?.loanNumber ?? '',
          `${vendor} rate lock.pdf`,
          'Not Reviewed',
          '',
          'Not in our system',
        ],
        ['0000000', `${vendor} unknown.pdf`, 'Received', '', ''],
        ['', `${vendor} note.pdf`, 'Received', '', ''],
      ]
      await upload(world, loans, reviewer, {
        name: 'Conditions.csv',
        rows: mixed,
        now,
      })
    }
    return [
      { at: world.time.end - 5 * dayMinutes, run: uploadComplete },
      { at: world.time.end - 0.2 * dayMinutes, run: uploadMixed },
    ]
  })
}

/**
 * Rows that say 'Received' for open Tdocs that a vendor has answered before:
 * the others are answered one by one.
 */
async function receivedRows(
  { db }: World,
  reviewer: Actor,
): Promise<string[][]> {
  const tdocs = await db
    .selectFrom('tdoc')
    .select(['buyerLoanNumber', 'imageFileName'])
    .where('vendorId', '=', reviewer.companyId)
    .where('status', '<>', 'COMPLETE')
    .where('type', '=', 'AUTOMATIC')
    .where('loanKind', '<>', 'PURCHASED')
    .where('tprResponse', 'is not', null)
    .orderBy('tdocReceivedDate', 'desc')
    .limit(9)
    .execute()
  return tdocs.map((tdoc) => [
    tdoc.buyerLoanNumber,
    tdoc.imageFileName,
    'Received',
    '',
    '',
  ])
}

type Upload = { name: string; rows: string[][]; now: Date }

async function upload(
  world: World,
  loans: readonly Loan[],
  reviewer: Actor,
  { name, rows, now }: Upload,
) {
  const { db, sla, files } = world
  const bytes = Buffer.from(
    [getTitles(captureColumns), ...rows].map(csvLine).join(''),
  )
  const received = await files.receive(Readable.from([bytes]))
  const sha256 = createHash('sha256').update(bytes).digest()
  const kept = {
    key: await received.keep(),
    name,
    size: bytes.length,
    sha256,
    type: 'CSV' as const,
  }
  const { id } = await uploadCapture({ db, sla, now, actor: reviewer }, kept, {
    createTdocs: true,
  })
  const findLoan = async (number: string) =>
    loans.find(({ loanNumber }) => loanNumber === number) ?? null
  const deps = {
    db,
    files,
    log: createLog('silent'),
    clock: () => now,
    loanDock: { findLoan, sendDocument: async () => undefined },
    tables: { read: readTable, stop: async () => undefined },
  }
  await applyCapture(deps, id, { isLast: false })
}
