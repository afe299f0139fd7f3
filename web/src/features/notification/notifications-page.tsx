import { SegmentedControl, Stack, Text } from '@mantine/core'
import { getKeys } from '@portal/contract/lib/typed'
import {
  getFrequencies,
  type MailFrequency,
  type MailKind,
  mailFrequencyLabels,
  mailKinds,
} from '@portal/contract/notification/mail'
import { notificationMessages } from '@portal/contract/notification/messages'
import {
  describeRefusal,
  type MailRefusal,
} from '@portal/contract/user/mail-refusal'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { getReason } from '../../lib/call-error.ts'
import { failureText } from '../../lib/query-client.ts'
import { dateTime } from '../../lib/text/format.ts'
import {
  mailSettingsQuery,
  preferencesQuery,
  useSetPreference,
} from '../../records/notification/writes.ts'
import { Loaded } from '../../ui/message.tsx'
import { WarningBox } from '../../ui/notice.tsx'
import { Section } from '../../ui/outline.tsx'
import { Page, PageHeader, SupportText } from '../../ui/page.tsx'
import { Hint, SmallButton } from '../../ui/presets.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import classes from './notifications-page.module.css'

/** How people get emails, by kind. Everything is under the bell anyway. */
export const NotificationsPage = () => {
  const preferences = useQuery(preferencesQuery)
  const settings = useQuery(mailSettingsQuery)
  const canMail = settings.data?.canMail ?? true
  return (
    <Page>
      <PageHeader title="Notifications" />
      <Stack gap="md" w="min(52rem, 100%)">
        <Section id="emails" title="Emails">
          {canMail ? (
            <Hint mb="md">
              Every notification appears under the bell. Choose which ones you
              also get by email. From 8 PM to 7 AM ET, we email only what is
              about your access; the rest follows at 7 AM.
            </Hint>
          ) : (
            <Text c="dimmed">This portal does not send email.</Text>
          )}
          {canMail && settings.data?.refusal && (
            <OwnRefusal refusal={settings.data.refusal} />
          )}
          {canMail && (
            <Loaded
              what="your email choices"
              query={preferences}
              skeleton={<BlockSkeleton height={320} />}
            >
              {(data) => (
                <div className={classes.rows}>
                  {getKeys(data).map((kind) => (
                    <PreferenceRow
                      key={kind}
                      kind={kind}
                      stored={data[kind]?.email ?? 'OFF'}
                    />
                  ))}
                </div>
              )}
            </Loaded>
          )}
        </Section>
      </Stack>
    </Page>
  )
}

/** Why the reader gets no email, and who can change that. */
const OwnRefusal = ({ refusal }: { refusal: MailRefusal }) => (
  <WarningBox mb="md" aria-label="Mail refused">
    <Text>
      Mail to you was refused on {dateTime(refusal.at)}.{' '}
      {describeRefusal(refusal.answer)} We don’t email you notifications until
      this is fixed. Ask your administrator to correct your address or to try
      again. {use(SupportText)}
    </Text>
  </WarningBox>
)

type PreferenceRowProps = { kind: MailKind; stored: MailFrequency }

/** A choice that couldn't be saved stays selected, with what went wrong. */
const PreferenceRow = ({ kind, stored }: PreferenceRowProps) => {
  const { mutate, variables, isPending, isError, error } =
    useSetPreference(kind)
  const { label, about } = mailKinds[kind]
  const isUnsaved = (isPending || isError) && variables !== undefined
  const choices = getFrequencies(kind).map((value) => ({
    value,
    label: mailFrequencyLabels[value],
  }))
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <Text fw={500} id={`mail-${kind}`}>
          {label}
        </Text>
        <Hint>{about}</Hint>
      </div>
      <SegmentedControl<MailFrequency>
        aria-labelledby={`mail-${kind}`}
        data={choices}
        value={isUnsaved ? variables : stored}
        onChange={(email) => mutate(email)}
      />
      {isError && variables !== undefined && (
        <div className={classes.problem} role="alert">
          <Text c="var(--mantine-color-error)">
            {failureText(notificationMessages.mail.failed, getReason(error))}
          </Text>
          <SmallButton loading={isPending} onClick={() => mutate(variables)}>
            Try again
          </SmallButton>
        </div>
      )}
    </div>
  )
}
