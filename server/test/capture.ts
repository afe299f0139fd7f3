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
    if (loanNumber.startsWith('6'))
      return loanOf('T1', { loanNumber, kind: 'ACTIVE' })
    return null
  },
  sendDocument: async () => undefined,
}

type Content = string | Uint8Array<ArrayBuffer>

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
  /** The dependency on LoanDock, with another search for loans. */
  .extend('withLoans', ({ deps }) => {
    return (findLoan: LoanDock['findLoan']) => ({
      loanDock: { ...deps.loanDock, findLoan },
    })
  })
  .extend('vendor', async ({ made, portal }) => {
    const reviewer = await made.user({ role: 'TPR' })
    const client = await portal.as(reviewer)

    const upload = (
      name: string,
      content: Content,
      headers = {},
      createTdocs = true,
    ) => {
      const path = `/v1/data-capture-tpr/upload-file?createTdocs=${createTdocs}`
      return client.upload(path, name, content, headers)
    }
    const table = async () => {
      const { body } = await client.get('/v1/data-capture-tpr/table')
      return body
    }
    /** Sends a file to any path; `upload` is for data-capture files. */
    const sendFile = client.upload
    return { ...client, reviewer, upload, sendFile, table }
  })
  /** Uploads a file with these rows. Returns the answer. */
  .extend('upload', ({ vendor }) => {
    return async (...rows: string[]) => {
      const content = [captureHeader, ...rows].join('\n')
      const { body } = await vendor.upload('Answers.csv', content)
      return body
    }
  })
  /** Uploads a file with these rows, and applies it. Returns its id. */
  .extend('applyRows', ({ upload, deps }) => {
    return async (
      rows: readonly string[],
      change: Partial<CaptureDeps> = {},
    ): Promise<string> => {
      const { id } = await upload(...rows)
      await applyCapture({ ...deps, ...change }, id, { isLast: false })
      return id
    }
  })
