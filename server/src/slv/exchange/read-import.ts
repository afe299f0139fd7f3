import { readFile } from 'node:fs/promises'
import { threadWork } from '../../lib/concurrency/threads.ts'
import { type LoanRow, readLoanRows } from './read-loan-rows.ts'
import { type MismoLoan, readMismoLoan } from './read-mismo-loan.ts'

/** A received file to read: its name for messages, and where it is. */
export type Order = { of: 'MISMO'; name: string; path: string } | CsvOrder
type CsvOrder = { of: 'CSV'; name: string; path: string; brandName: string }

export type Read =
  | { of: 'MISMO'; loan: MismoLoan }
  | { of: 'CSV'; rows: LoanRow[] }

/** Reads an imported file. Runs on a worker thread (import-threads.ts). */
async function readImport(order: Order): Promise<Read> {
  if (order.of === 'MISMO')
    return { of: 'MISMO', loan: await readMismoLoan(order.name, order.path) }
  const rows = await readLoanRows(
    order.name,
    await readFile(order.path),
    order.brandName,
  )
  return { of: 'CSV', rows }
}

export const work = threadWork(readImport)
