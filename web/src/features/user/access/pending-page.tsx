import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { findProblems } from '@portal/contract/lib/problems'
import { joinSentences } from '@portal/contract/lib/sentences'
import {
  accessRequestLimit,
  createAccessRequest,
  type OwnAccess,
} from '@portal/contract/user/access-api'
import { IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, use, useState } from 'react'
import { z } from 'zod'
import { useStoredText } from '../../../lib/stored-text.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import {
  ownAccessQuery,
  useAskForAccess,
} from '../../../records/user/access-queries.ts'
import { Facts } from '../../../ui/facts.tsx'
import { fieldId, focusField } from '../../../ui/inputs/field-problems.tsx'
import { Loaded, MessagePage } from '../../../ui/message.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { SupportText } from '../../../ui/page.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'

/**
 * The screen of people without a role: they ask for access here and read the
 * answer.
 */
export const PendingPage = () => {
  const { name, sendsEmail } = useBranding()
  const { email } = useProfile()
  const query = useQuery(ownAccessQuery)
  const support = use(SupportText)
  return (
    <MessagePage
      title="Your access is pending"
      icon={<IconClockHour4 size={40} stroke={1.3} />}
      why={joinSentences([
        `You are signed in as ${email}, but you do not have a role yet`,
        `The ${name} administrators give you access`,
        sendsEmail
          ? 'You’ll get an email when you have it'
          : 'This page opens the portal when you have it',
      ])}
      details={
        <Stack w="100%" ta="start" pt="md" gap="md">
          <Loaded
            what="your request"
            query={query}
            skeleton={<BlockSkeleton height={180} />}
          >
            {(access) => <OwnRequest access={access} />}
          </Loaded>
          {support && <Text c="dimmed">{support}</Text>}
        </Stack>
      }
    />
  )
}

const OwnRequest = ({
  access: { request, mayAskFrom },
}: {
  access: OwnAccess
}) => {
  if (request && mayAskFrom === null) return <OpenRequest request={request} />
  const isLater = mayAskFrom !== null && new Date(mayAskFrom) > new Date()
  return (
    <>
      {request?.status === 'REFUSED' && (
        <WarningBox role="status" aria-label="Your request was declined">
          <Text fw={600}>Your request was declined</Text>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {request.refusal}
          </Text>
        </WarningBox>
      )}
      {isLater ? (
        <Text>
          You asked {accessRequestLimit.count} times within{' '}
          {accessRequestLimit.days} days. You can ask again from{' '}
          {dateTime(mayAskFrom)}.
        </Text>
      ) : (
        <AccessForm />
      )}
    </>
  )
}

const OpenRequest = ({
  request: { createdAt, company, message },
}: {
  request: NonNullable<OwnAccess['request']>
}) => {
  const { companyName } = useProfile()
  return (
    <section aria-label="Your request">
      <Text fw={600} mb="xs" role="status">
        Your request was sent. The administrators were notified.
      </Text>
      <Facts
        facts={[
          { label: 'Sent', value: dateTime(createdAt) },
          { label: 'Company', value: company ?? companyName },
          { label: 'Why you need access', value: message },
        ]}
      />
    </section>
  )
}

const Draft = z.object({ company: z.string(), message: z.string() })
type Draft = z.infer<typeof Draft>

/** What is typed survives a reload and the end of the session. */
const AccessForm = () => {
  const { companyName } = useProfile()
  const [stored, store] = useStoredText('access request', Draft)
  const draft = stored ?? { company: companyName, message: '' }
  const change = (part: Partial<Draft>) => store({ ...draft, ...part })
  const [wasSent, setWasSent] = useState(false)
  const { mutate, isPending } = useAskForAccess()

  const company = draft.company.trim()
  const body = {
    message: draft.message,
    ...(company !== companyName && { company }),
  }
  const problems = findProblems(createAccessRequest.body, body)
  const findError = (field: keyof Draft) =>
    wasSent && problems.find((problem) => problem.field === field)?.error

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    const [first] = problems
    if (first) focusField(first.field)
    else if (!isPending) mutate(body, { onSuccess: () => store(null) })
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Ask for access">
      <Stack gap="md">
        <TextInput
          id={fieldId('company')}
          label="Who do you work for?"
          autoComplete="organization"
          maxLength={200}
          value={draft.company}
          error={findError('company')}
          onChange={(event) => change({ company: event.currentTarget.value })}
        />
        <Textarea
          id={fieldId('message')}
          label="Why do you need access?"
          description="For example your job, and the loans or Tdocs that you work on"
          withAsterisk
          aria-required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={500}
          value={draft.message}
          error={findError('message')}
          onChange={(event) => change({ message: event.currentTarget.value })}
        />
        <Button type="submit" loading={isPending}>
          Ask for access
        </Button>
      </Stack>
    </form>
  )
}
