import { z } from 'zod'

/** Mail to a person that a mail server refused for good. */
export const MailRefusal = z.object({
  at: z.iso.datetime(),
  answer: z.string().describe('What the mail server answered'),
})
export type MailRefusal = z.infer<typeof MailRefusal>

/** Longer answers of mail servers are cut. */
export const maxAnswer = 300

const codes = /^(\d{3})[ -](?:\d\.(\d{1,3}\.\d{1,3})(?!\S))?/

/**
 * The reply code of an SMTP answer (RFC 5321), and the subject and detail of
 * its enhanced status code (RFC 3463): 550 and 1.1 of '550 5.1.1 No mailbox'.
 */
function readCodes(answer: string): { reply: string; detail: string } {
  const [, reply = '', detail = ''] = codes.exec(answer) ?? []
  return { reply, detail }
}

/** About the sender's address, not the recipient's. */
const aboutSender = ['1.7', '1.8']
const withoutMailbox = ['550', '551', '552', '553']

/**
 * Whether an answer to RCPT TO says that the address gets no mail for good.
 * Refusals by a policy, such as of a sender or a relay, are about all mail.
 */
export function refusesAddress(answer: string): boolean {
  const { reply, detail } = readCodes(answer)
  if (!reply.startsWith('5')) return false
  if (detail === '') return withoutMailbox.includes(reply)
  return /^[12]\./.test(detail) && !aboutSender.includes(detail)
}

const sentences: Readonly<Record<string, string>> = {
  '1.1': 'The mailbox doesn’t exist.',
  '1.2': 'The email domain doesn’t exist.',
  '1.3': 'The address isn’t valid.',
  '1.6': 'The mailbox has moved.',
  '1.10': 'The email domain doesn’t accept email.',
  '2.0': 'The mailbox is disabled.',
  '2.1': 'The mailbox is disabled.',
  '2.2': 'The mailbox is full.',
}

/** What an answer means, in plain words. */
export const describeRefusal = (answer: string): string =>
  sentences[readCodes(answer).detail] ?? 'The mail server refuses this address.'
