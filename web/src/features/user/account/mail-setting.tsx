import { Group, SegmentedControl, Skeleton, Text } from '@mantine/core'
import {
  type NotificationMail,
  notificationMailLabels,
  notificationMails,
} from '@portal/contract/notification/model'
import { useQuery } from '@tanstack/react-query'
import {
  mailSettingsQuery,
  useSetMail,
} from '../../../records/notification/writes.ts'

const choices = notificationMails.map((value) => ({
  value,
  label: notificationMailLabels[value],
}))

/** Whether notifications are also sent by email. */
export const MailSetting = () => {
  const { data, error } = useQuery(mailSettingsQuery)
  const setMail = useSetMail()
  const label = 'Email me'
  if (!data)
    return error ? (
      <Text c="dimmed">{error.message}</Text>
    ) : (
      <Skeleton height={32} />
    )
  if (!data.canMail)
    return <Text c="dimmed">This portal does not send email.</Text>
  return (
    <Group gap="md">
      <Text span fw={500} aria-hidden>
        {label}
      </Text>
      <SegmentedControl<NotificationMail>
        aria-label={label}
        data={choices}
        value={
          setMail.variables && setMail.isPending ? setMail.variables : data.mail
        }
        onChange={(mail) => setMail.mutate(mail)}
      />
    </Group>
  )
}
