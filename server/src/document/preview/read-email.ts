import type { EmailPreview } from '@portal/contract/document/model'
import { openThreads } from '../../lib/concurrency/threads.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { AppError, badRequest } from '../../lib/errors.ts'
import type { FileStore } from '../../lib/files/files.ts'
import { refuse } from '../../lib/files/refusal.ts'
import type { Stored } from '../open-file.ts'
import type { EmailOrder } from './read-email-thread.ts'

export type EmailReader = ReturnType<typeof openEmailReader>

const limits = { limitMs: 20_000, memoryMb: 512 }

/** Reads emails for their previews on a worker thread. */
export function openEmailReader(
  files: FileStore,
  { limitMs, memoryMb } = limits,
) {
  const threads = openThreads<EmailOrder, EmailPreview>({
    file: new URL('./read-email-thread.ts', import.meta.url),
    total: 1,
    perCompany: 1,
    perPerson: 1,
    waitingPerPerson: 20,
    message:
      'Your other previews are still being prepared. Try again when they are done.',
    limitMs,
    memoryMb,
    idleMs: 60_000,
  })

  return {
    /**
     * The decoded email. Throws 400 for a file that isn't an email or can't be
     * read.
     */
    read: async (
      { actor }: Ctx,
      { name, type, storageKey }: Stored,
    ): Promise<EmailPreview> => {
      if (type !== 'EML') throw badRequest([], `"${name}" is not an email`)
      const copy = await files.receive(await files.read(storageKey))
      try {
        const slow = () => refuse(name, 'takes too long to display')
        const large = () =>
          refuse(name, 'needs too much memory to be displayed')
        return await threads.run(
          { path: copy.path },
          (overrun) => (overrun === 'time' ? slow() : large()),
          actor,
        )
      } catch (error) {
        if (error instanceof AppError) throw error
        throw new AppError('bad_request', `"${name}" cannot be displayed`, {
          cause: error,
        })
      } finally {
        await copy.drop()
      }
    },
    stop: threads.stop,
  }
}
