import type { ReportSchedule } from '@portal/contract/reporting/schedule'

type About = {
  edited: Pick<ReportSchedule, 'name' | 'isPaused'> | null
  canMail: boolean
  email: string
  /** The next date and time. */
  next: string
  /** 'with its 2 filters'. */
  filters: string
}

/** The text that explains what will be emailed, to whom and when. */
export const aboutText = ({ edited, canMail, email, next, filters }: About): string => {
  const changed = edited ? `You are changing "${edited.name}".` : ''
  if (!canMail) return `${changed} This portal does not send email.`.trim()
  const mail = `as PDF to ${email}, with the figures at that time`
  const counted = 'Timeframes such as Last Month are relative to that time.'
  if (edited?.isPaused)
    return `${changed} It stays paused when you save. Once you resume it, it is sent ${mail}. ${counted}`
  const what = edited ? `${changed} It` : `The page ${filters}`
  return `${what} is sent ${mail}; next on ${next}, New York time. ${counted}`
}
