import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loan } from '@portal/contract/loan/model'
import type { LoanDock } from '../src/lib/integrations/loan-dock.ts'
import {
  findMismoLoan,
  importMismo,
  importRows,
  lookUpRows,
} from '../src/slv/exchange/import-loans.ts'
import { readLoanRows } from '../src/slv/exchange/read-loan-rows.ts'
import { readMismoLoan } from '../src/slv/exchange/read-mismo-loan.ts'
import { withFolder } from './files.ts'
import { test as base, loanOf } from './makers.ts'

/** A LoanDock that has these loans, by either number. */
export const dockOf = (...loans: Loan[]): LoanDock => ({
  findLoan: async (number) =>
    loans.find((loan) =>
      [loan.loanNumber, loan.sellerLoanNumber].includes(number),
    ) ?? null,
  sendDocument: async () => undefined,
})

export const test = base
  .extend('folder', withFolder)
  .extend('company', ({ a }) => a.company())
  .extend('seller', ({ a, company }) => a.seller(company.id))
  .extend('ctx', ({ as, seller }) => as(seller))
  .extend('loan', ({ company }) => loanOf(company.corrId ?? ''))
  .extend(
    'importFile',
    ({ ctx, loan }) =>
      async (path: string, dock = dockOf(loan)) => {
        const read = await readMismoLoan('loan.xml', path)
        return importMismo(ctx, read, await findMismoLoan(dock, read))
      },
  )
  .extend('importXml', ({ folder, importFile }) => async (xml: string) => {
    const path = join(folder, 'drawn.xml')
    await writeFile(path, xml)
    return importFile(path)
  })
  .extend(
    'importCsv',
    ({ ctx, loan }) =>
      async (text: string, dock = dockOf(loan)) => {
        const rows = await readLoanRows('loans.csv', Buffer.from(text), 'Buyer')
        return importRows(
          ctx,
          await lookUpRows(dock, rows, new AbortController().signal),
        )
      },
  )
