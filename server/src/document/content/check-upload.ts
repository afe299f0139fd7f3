import type { Sender } from '../../lib/concurrency/fair-queue.ts'
import { openThreads } from '../../lib/concurrency/threads.ts'
import { refuse } from '../../lib/files/refusal.ts'
import type { ContentFacts } from './check-content.ts'

type Uploaded = { path: string; name: string; size: number }

/**
 * The largest accepted file takes a second or two on a busy machine, so a
 * slower one is malicious.
 */
const limits = { limitMs: 20_000, memoryMb: 512 }

export type CheckContent = ReturnType<typeof openContentChecker>['checkContent']

/** Checks uploaded files on worker threads, one file per person at a time. */
export function openContentChecker({ limitMs, memoryMb } = limits) {
  const threads = openThreads<Uploaded, ContentFacts>({
    file: new URL('./check-thread.ts', import.meta.url),
    total: 3,
    perCompany: 2,
    perPerson: 1,
    waitingPerPerson: 20,
    message:
      'Your other files are still being checked. Try again when they are done.',
    limitMs,
    memoryMb,
  })
  return {
    /**
     * Checks a file's content. Throws 400 with a message for the sender, 429 or
     * 503 if it can't be checked now.
     */
    checkContent: (
      { path, name, size }: Uploaded,
      sender: Sender,
      signal?: AbortSignal,
    ): Promise<ContentFacts> => {
      const slow = () => refuse(name, 'could not be checked in time')
      const large = () =>
        refuse(name, 'could not be checked: it needs too much memory')
      return threads.run(
        { path, name, size },
        (overrun) => (overrun === 'time' ? slow() : large()),
        sender,
        signal,
      )
    },
    stop: threads.stop,
  }
}
