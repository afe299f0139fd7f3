import { captureLimits } from '@portal/contract/data-capture/model'
import { refuse } from '../document/check-refusal.ts'
import { portalSender } from '../lib/fair-queue.ts'
import { makeThreads } from '../lib/threads.ts'
import type { Order, Read } from './read-capture.ts'

export type TableReader = ReturnType<typeof makeTableReader>

/** Reads tables apart from the thread that answers requests, within a time and a memory. */
export function makeTableReader({ limitMs = captureLimits.seconds * 1000, memoryMb = 512 } = {}) {
  const threads = makeThreads<Order, Read>({
    file: new URL('./read-thread.ts', import.meta.url),
    ...{ total: 1, perCompany: 1, perPerson: 1, waitingPerPerson: 100 },
    message: 'Too many files are being read. Try again later.',
    limitMs,
    memoryMb,
  })
  return {
    /** The rows of a table. Throws a refusal (400) that says what is wrong with the file. */
    read: (order: Order): Promise<Read> => {
      const slow = () => refuse(order.name, 'could not be read in time')
      const large = () => refuse(order.name, 'needs too much memory to read')
      return threads.run(order, (overrun) => (overrun === 'time' ? slow() : large()), portalSender)
    },
    stop: threads.stop,
  }
}
