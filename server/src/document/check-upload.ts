import type { DocumentType } from '@portal/contract/document/model'
import { makeThreads } from '../lib/threads.ts'
import { refuse } from './check-refusal.ts'

type Uploaded = { path: string; name: string; size: number }

/** The largest file that is taken is judged in a second or two on a busy machine; what takes as long as this is made to. */
const limits = { limitMs: 20_000, memoryMb: 512 }

/** Judges what is uploaded, a file or two at a time, apart from the thread that answers requests. */
export function makeJudge({ limitMs, memoryMb } = limits) {
  const threads = makeThreads<Uploaded, DocumentType>({
    file: new URL('./check-thread.ts', import.meta.url),
    atOnce: 2,
    waiting: 100,
    full: 'Many files are being checked, try again',
    limitMs,
    memoryMb,
  })
  return {
    /** What a file is. Throws 400 with a sentence for who sent it, 503 when it cannot be told now. */
    judge: ({ path, name, size }: Uploaded): Promise<DocumentType> =>
      threads.run({ path, name, size }, (overrun) =>
        refuse(
          name,
          overrun === 'time' ? 'could not be checked in time' : 'could not be checked: it takes too much memory',
        ),
      ),
    stop: threads.stop,
  }
}
