import { SegmentedControl } from '@mantine/core'
import { type NotificationMail, notificationMailLabels, notificationMails } from '@portal/contract/notification/model'
import { useQuery } from '@tanstack/react-query'
import classes from './notification-panel.module.css'
import { mailSettingsQuery, useSetMail } from './writes.ts'

const choices = notificationMails.map((value) => ({ value, label: notificationMailLabels[value] }))

/** Whether notifications come by mail too. */
export const MailSetting = () => {
  const { data } = useQuery(mailSettingsQuery)
  const setMail = useSetMail()
  const label = 'Mail me'
  if (!data) return <div className={classes.mail}>{label}</div>
  if (!data.canMail) return <div className={classes.mail}>This portal sends no mail.</div>
  return (
    <div className={classes.mail}>
      <span aria-hidden>{label}</span>
      <SegmentedControl<NotificationMail>
        size="xs"
        aria-label={label}
        data={choices}
        value={setMail.variables && setMail.isPending ? setMail.variables : data.mail}
        onChange={(mail) => setMail.mutate(mail)}
      />
    </div>
  )
}
