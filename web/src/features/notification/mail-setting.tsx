import { SegmentedControl, Skeleton } from '@mantine/core'
import { type NotificationMail, notificationMailLabels, notificationMails } from '@portal/contract/notification/model'
import { useQuery } from '@tanstack/react-query'
import classes from './mail-setting.module.css'
import { mailSettingsQuery, useSetMail } from './writes.ts'

const choices = notificationMails.map((value) => ({ value, label: notificationMailLabels[value] }))

/** Whether notifications come by mail too. */
export const MailSetting = () => {
  const { data, error } = useQuery(mailSettingsQuery)
  const setMail = useSetMail()
  const label = 'Mail me'
  if (!data) return error ? <p className={classes.words}>{error.message}</p> : <Skeleton height={32} />
  if (!data.canMail) return <p className={classes.words}>This portal does not send email.</p>
  return (
    <div className={classes.mail}>
      <span aria-hidden>{label}</span>
      <SegmentedControl<NotificationMail>
        aria-label={label}
        data={choices}
        value={setMail.variables && setMail.isPending ? setMail.variables : data.mail}
        onChange={(mail) => setMail.mutate(mail)}
      />
    </div>
  )
}
