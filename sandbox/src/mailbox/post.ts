import type { Mail } from './model.ts'

const maxMails = 1_000
const maxCharacters = 64 * 1024 * 1024

/** The mails that have come in. */
export type Post = {
  add: (mail: Mail) => void
  /** Newest first; with an address, those sent to it, whatever the letter case. */
  list: (to?: string) => Mail[]
  find: (id: string) => Mail | null
  clear: () => void
}

const weight = (mail: Mail) => mail.text.length + (mail.html?.length ?? 0)

/** Keeps the newest mails: 1,000 at most, and 64 million characters of text at most; the oldest go first. */
export const makePost = (): Post => {
  let mails: Mail[] = []
  let held = 0
  return {
    add: (mail) => {
      mails.unshift(mail)
      held += weight(mail)
      while (mails.length > maxMails || (held > maxCharacters && mails.length > 1)) {
        const oldest = mails.pop()
        held -= oldest ? weight(oldest) : 0
      }
    },
    list: (to) => {
      const wanted = to?.trim().toLowerCase()
      return wanted
        ? mails.filter(({ envelope }) => envelope.to.some((address) => address.toLowerCase() === wanted))
        : [...mails]
    },
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
    clear: () => {
      mails = []
      held = 0
    },
  }
}
