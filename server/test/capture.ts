import {
  applyCapture,
  type CaptureDeps,
} from '../src/data-capture/apply-capture.ts'
import { openTableReader } from '../src/data-capture/read-table.ts'
import type { LoanDock } from '../src/lib/integrations/loan-dock.ts'
import { watchedLog } from './canary.ts'
import { loanOf } from './makers.ts'
import { tdocMaker } from './tdoc-makers.ts'
import { test as base } from './upload.ts'

export const captureHeader =
  'Loan Number,Image File Name,Response,Estimated Date,Comment'

/**
 * Has the loans whose number begins with 8, of third-party review, and those
 * with 6, which are not.
 */
const loanDock: LoanDock = {
  findLoan: async (loanNumber) => {
    if (loanNumber.startsWith('8'))
      return loanOf('T1', { loanNumber, kind: 'TPR' })
    return loanNumber.startsWith('6')
      ? loanOf('T1', { loanNumber, kind: 'ACTIVE' })
      : null
  },
  sendDocument: async () => undefined,
}

/** A reviewer who uploads data-capture files, and what applies them. */
export const test = base
  .extend('aTdoc', ({ committed, now }) => tdocMaker(committed, now))
  .extend('tables', { scope: 'file' }, ({}, { onCleanup }) => {
    const reader = openTableReader()
    onCleanup(reader.stop)
    return reader
  })
  .extend('deps', ({ committed, now, store, tables }) => ({
    db: committed,
    clock: () => now,
    files: store.files,
    loanDock,
    log: watchedLog(),
    tables,
  }))
  .extend('withLoans', ({ deps }) => (findLoan: LoanDock['findLoan']) => ({
    loanDock: { ...deps.loanDock, findLoan },
  }))
  .extend('vendor', async ({ made, portal }) => {
    const reviewer = await made.user({ role: 'TPR' })
    const asks = await portal.as(reviewer)
    const upload = (
      name: string,
      content: string | Uint8Array<ArrayBuffer>,
      headers = {},
      createTdocs = true,
    ) =>
      asks.upload(
        `/v1/data-capture-tpr/upload-file?createTdocs=${createTdocs}`,
        name,
        content,
        headers,
      )
    return {
      ...asks,
      reviewer,
      upload,
      table: async () => (await asks.get('/v1/data-capture-tpr/table')).body,
    }
  })
  .extend(
    'sent',
    ({ vendor, deps }) =>
      async (rows: readonly string[], change: Partial<CaptureDeps> = {}) => {
        const { body } = await vendor.upload(
          'Answers.csv',
          [captureHeader, ...rows].join('\n'),
        )
        await applyCapture({ ...deps, ...change }, body.id, { isLast: false })
        return body.id
      },
  )
