import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { captureColumns } from '@portal/contract/data-capture/model'
import type { Loan } from '@portal/contract/loan/model'
import type { Actor } from '@portal/contract/user/model'
import { applyCapture } from '../data-capture/apply-capture.ts'
import { csvLine } from '../data-capture/draw-csv.ts'
import { readTable } from '../data-capture/read-capture.ts'
import { titlesOf } from '../data-capture/read-rows.ts'
import { uploadCapture } from '../data-capture/upload-file.ts'
import type { Sla } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { FileStore } from '../lib/files.ts'
import { type Logger, makeLog } from '../lib/log.ts'
import type { Cast } from './cast.ts'
import { reviewers } from './people.ts'
import { dayMinutes, type WorkTime } from './work-time.ts'

type House = { db: Db; sla: Sla; files: FileStore }

/** The files that the reviewers of each vendor uploaded: one that was applied whole, one with rows to mend. */
export async function tellUploads(house: House, cast: Cast, loans: readonly Loan[], time: WorkTime): Promise<void> {
  const log = makeLog('silent')
  // A file makes new Tdocs of these alone, beside those of loans that its vendor has Tdocs of.
  const reviewed = loans.filter(({ kind }) => kind === 'TPR')
  for (const [index, { email, vendor }] of reviewers.entries()) {
    const reviewer = cast.byEmail(email)
    const open = await house.db
      .selectFrom('tdoc')
      .select(['buyerLoanNumber', 'imageFileName'])
      .where('vendorId', '=', reviewer.companyId)
      .where('status', '<>', 'COMPLETE')
      .where('type', '=', 'AUTOMATIC')
      .where('loanKind', '<>', 'PURCHASED')
      .orderBy('id')
      .limit(9)
      .execute()
    const rows = open.map((tdoc) => [tdoc.buyerLoanNumber, tdoc.imageFileName, 'Received', '', ''])
    const mended = [
      ...rows.slice(4),
      [reviewed[index]?.loanNumber ?? '', `${vendor} rate lock.pdf`, 'Not Reviewed', '', 'New to us'],
      ['0000000', `${vendor} unknown.pdf`, 'Received', '', ''],
      ['', `${vendor} note.pdf`, 'Received', '', ''],
    ]
    const tell = (name: string, content: string[][], daysAgo: number) =>
      upload(house, { reviewer, name, content, loans, log, now: time.instant(time.end - daysAgo * dayMinutes) })
    await tell('Conditions of last week.csv', rows.slice(0, 4), 0.5)
    await tell('Conditions.csv', mended, 0.2)
  }
}

type Upload = {
  reviewer: Actor
  name: string
  content: string[][]
  loans: readonly Loan[]
  log: Logger
  now: Date
}

async function upload({ db, sla, files }: House, { reviewer, name, content, loans, log, now }: Upload) {
  const bytes = Buffer.from([titlesOf(captureColumns), ...content].map(csvLine).join(''))
  const received = await files.receive(Readable.from([bytes]))
  const sha256 = createHash('sha256').update(bytes).digest()
  const kept = { key: await received.keep(), name, size: bytes.length, sha256, type: 'CSV' as const }
  const { id } = await uploadCapture({ db, sla, now, actor: reviewer }, kept, { createTdocs: true })
  const findLoan = async (number: string) => loans.find(({ loanNumber }) => loanNumber === number) ?? null
  const house = {
    ...{ db, files, log, clock: () => now },
    loanDock: { findLoan, sendDocument: async () => undefined },
    tables: { read: readTable, stop: async () => undefined },
  }
  await applyCapture(house, id, { isLast: false })
}
