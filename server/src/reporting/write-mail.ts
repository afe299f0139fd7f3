import { createHash } from 'node:crypto'
import { reportingFile } from '@portal/contract/reporting/model'
import { greeting, writeLetter } from '../lib/letter.ts'
import type { Mail } from '../lib/mail.ts'

type Letter = {
  to: { email: string; firstName: string }
  view: { scheduleId: string; name: string; search: string; dueAt: string }
  pdf: Buffer
  brandName: string
  publicUrl: string
}

const page = '/reporting/single-loan-variance'

/** A view as it is mailed on its schedule: the page as PDF, and the way to it. The letter itself tells no figure. */
export function writeMail({ to, view, pdf, brandName, publicUrl }: Letter): Mail {
  const { scheduleId, name, search, dueAt } = view
  return {
    to: to.email,
    subject: `${name} · Reporting > SLVs · ${brandName}`,
    ...writeLetter([
      greeting(to.firstName),
      `here is your view "${name}" of Reporting > SLVs in the loan-review portal of ${brandName}, as PDF.`,
      { link: `${publicUrl}${page}${search ? `?${search}` : ''}`, label: 'See it as it is now' },
      `You are receiving this because you scheduled it. To pause or delete the schedule, open "Mail on a schedule" on this page: ${publicUrl}${page}`,
    ]),
    attachments: [{ filename: reportingFile, content: pdf, contentType: 'application/pdf' }],
    key: createHash('sha256').update(`${scheduleId} ${dueAt}`).digest('hex').slice(0, 32),
  }
}
