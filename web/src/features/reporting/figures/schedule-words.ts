import type { ReportSchedule } from '@portal/contract/reporting/schedule'

type About = {
  edited: Pick<ReportSchedule, 'name' | 'isPaused'> | null
  canMail: boolean
  email: string
  /** The day and time of the next one. */
  next: string
  /** 'with its 2 filters'. */
  filters: string
}

/** What the dialog says will be mailed, to whom and when. */
export const aboutText = ({ edited, canMail, email, next, filters }: About): string => {
  const changed = edited ? `You change "${edited.name}".` : ''
  if (!canMail) return `${changed} This portal sends no mail.`.trim()
  const mail = `as PDF to ${email}, with the figures of that moment`
  const counted = 'A timeframe such as Last Month is counted back from then.'
  if (edited?.isPaused)
    return `${changed} It is paused and stays so when you save. When you go on with it, it comes ${mail}. ${counted}`
  const what = edited ? `${changed} It` : `The page ${filters}`
  return `${what} comes ${mail}; next on ${next}, New York. ${counted}`
}
