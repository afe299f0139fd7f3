import type { Mail } from './model.ts'

const maxMails = 1_000
const maxCharacters = 64 * 1024 * 1024

/** The mails that have come in. */
export type Post = {
  add: (mail: Mail, files?: readonly Buffer[]) => void
  /** Newest first; with an address, those sent to it, whatever the letter case. */
  list: (to?: string) => Mail[]
  find: (id: string) => Mail | null
  /** The bytes of what is attached to it, by its place. */
  file: (id: string, place: number) => Buffer | null
  clear: () => void
}

const weight = (mail: Mail) =>
  mail.text.length + (mail.html?.length ?? 0) + mail.attachments.reduce((sum, { size }) => sum + size, 0)

/** Keeps the newest mails: 1,000 at most, and 64 million characters of text and bytes of files at most; the oldest go first. */
export const makePost = (): Post => {
  let mails: Mail[] = []
  const filesOf = new Map<string, readonly Buffer[]>()
  let held = 0
  return {
    add: (mail, files = []) => {
      mails.unshift(mail)
      if (files.length > 0) filesOf.set(mail.id, files)
      held += weight(mail)
      while (mails.length > maxMails || (held > maxCharacters && mails.length > 1)) {
        const oldest = mails.pop()
        held -= oldest ? weight(oldest) : 0
        if (oldest) filesOf.delete(oldest.id)
      }
    },
    list: (to) => {
      const wanted = to?.trim().toLowerCase()
      return wanted
        ? mails.filter(({ envelope }) => envelope.to.some((address) => address.toLowerCase() === wanted))
        : [...mails]
    },
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
    file: (id, place) => filesOf.get(id)?.[place] ?? null,
    clear: () => {
      mails = []
      filesOf.clear()
      held = 0
    },
  }
}
