import { importSeconds } from '@portal/contract/slv/import-api'
import type { Sender } from '../../lib/concurrency/fair-queue.ts'
import { openThreads } from '../../lib/concurrency/threads.ts'
import { refuse } from '../../lib/files/refusal.ts'
import type { Order, Read } from './read-import.ts'
import type { LoanRow } from './read-loan-rows.ts'
import type { MismoLoan } from './read-mismo-loan.ts'

type File = { name: string; path: string }

/**
 * Reads imported files on a worker thread, within limits of time and memory.
 */
export function openImportReader({
  limitMs = importSeconds * 1000,
  memoryMb = 256,
} = {}) {
  const threads = openThreads<Order, Read>({
    file: new URL('./read-import.ts', import.meta.url),
    total: 1,
    perCompany: 1,
    perPerson: 1,
    waitingPerPerson: 5,
    message:
      'Your other imports are still being read. Try again when they are done.',
    limitMs,
    memoryMb,
  })

  /** Throws a refusal (400) that says what is wrong with the file. */
  const read = (
    order: Order,
    sender: Sender,
    signal?: AbortSignal,
  ): Promise<Read> => {
    const slow = () => refuse(order.name, 'took too long to read')
    const large = () => refuse(order.name, 'needs too much memory to read')
    return threads.run(
      order,
      (overrun) => (overrun === 'time' ? slow() : large()),
      sender,
      signal,
    )
  }

  return {
    readMismo: async (
      { name, path }: File,
      sender: Sender,
      signal?: AbortSignal,
    ): Promise<MismoLoan> => {
      const answer = await read({ of: 'MISMO', name, path }, sender, signal)
      if (answer.of !== 'MISMO')
        throw new Error('the thread read something else')
      return answer.loan
    },
    readRows: async (
      file: File & { brandName: string },
      sender: Sender,
      signal?: AbortSignal,
    ): Promise<LoanRow[]> => {
      const { name, path, brandName } = file
      const answer = await read(
        { of: 'CSV', name, path, brandName },
        sender,
        signal,
      )
      if (answer.of !== 'CSV') throw new Error('the thread read something else')
      return answer.rows
    },
    stop: threads.stop,
  }
}
