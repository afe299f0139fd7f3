import { captureLimits } from '@portal/contract/data-capture/model'
import { refuse } from '../document/check-refusal.ts'
import { makeThreads } from '../lib/threads.ts'
import type { Order, Read } from './read-capture.ts'

export type TableReader = ReturnType<typeof makeTableReader>

/** Reads tables apart from the thread that answers requests, within a time and a memory. */
export function makeTableReader({ limitMs = captureLimits.seconds * 1000, memoryMb = 512 } = {}) {
  const threads = makeThreads<Order, Read>({
    file: new URL('./read-thread.ts', import.meta.url),
    atOnce: 1,
    waiting: 100,
    full: 'Many files are being read, try again',
    limitMs,
    memoryMb,
  })
  return {
    /** The rows of a table. Throws a refusal (400) that says what is wrong with the file. */
    read: (order: Order): Promise<Read> =>
      threads.run(order, (overrun) =>
        refuse(order.name, overrun === 'time' ? 'could not be read in time' : 'takes too much memory to be read'),
      ),
    stop: threads.stop,
  }
}
