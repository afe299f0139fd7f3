import type { Sender } from '../../lib/concurrency/fair-queue.ts'
import { openThreads } from '../../lib/concurrency/threads.ts'
import { refuse } from '../../lib/files/refusal.ts'
import type { ConvertedPicture, ConvertOrder } from './convert-thread.ts'

export type Converter = ReturnType<typeof openConverter>

const limits = { limitMs: 45_000, memoryMb: 512 }

/**
 * Decodes pictures that sharp can't, such as HEIC photos, on a thread whose
 * memory is freed after a while without work.
 */
export function openConverter({ limitMs, memoryMb } = limits) {
  const threads = openThreads<ConvertOrder, ConvertedPicture>({
    file: new URL('./convert-thread.ts', import.meta.url),
    total: 1,
    perCompany: 1,
    perPerson: 1,
    waitingPerPerson: 50,
    message:
      'Your other previews are still being prepared. Try again when they are done.',
    limitMs,
    memoryMb,
    idleMs: 60_000,
  })
  return {
    /** The pixels of a picture. Throws 400 if it can't be decoded. */
    convert: (
      order: ConvertOrder,
      name: string,
      sender: Sender,
      signal?: AbortSignal,
    ): Promise<ConvertedPicture> => {
      const slow = () => refuse(name, 'takes too long to display')
      const large = () => refuse(name, 'needs too much memory to be displayed')
      return threads.run(
        order,
        (overrun) => (overrun === 'time' ? slow() : large()),
        sender,
        signal,
      )
    },
    stop: threads.stop,
  }
}
