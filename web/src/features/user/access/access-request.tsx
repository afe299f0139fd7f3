import { Group, Stack, Text, Textarea, Title } from '@mantine/core'
import type { AccessRequest } from '@portal/contract/user/access-api'
import { answerAccessRequest } from '@portal/contract/user/access-api'
import { roleLabels } from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import {
  accessRequestsQuery,
  useAnswerAccessRequest,
} from '../../../records/user/access-queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { TryAgain } from '../../../ui/message.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { rolesToGive } from '../people/person-text.ts'

/** The open request of a person without a role, with its answers. */
export const PersonAccessRequest = ({ userId }: { userId: string }) => {
  const isAnswerable = managesEveryone(toActor(useProfile()))
  const query = useQuery({
    ...accessRequestsQuery({ status: 'OPEN', userId }),
    enabled: isAnswerable,
  })
  if (!isAnswerable) return null
  if (query.isError && !query.data)
    return (
      <Group gap="xs">
        <Hint>Couldn’t load the request for access.</Hint>
        <TryAgain loading={query.isFetching} onClick={query.refetch} />
      </Group>
    )
  const request = query.data?.items[0]
  return request ? (
    <AccessRequestBox key={request.id} request={request} />
  ) : null
}

const AccessRequestBox = ({ request }: { request: AccessRequest }) => {
  const { person, company, message, createdAt } = request
  const [isRefusing, setIsRefusing] = useState(false)
  const { mutate, isPending, variables } = useAnswerAccessRequest()
  return (
    <WarningBox aria-label="Access request">
      <Stack gap="xs">
        <Title order={3}>Requests access</Title>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Text size="sm">
          {company
            ? `Says they work for ${company}; the account belongs to ${person.companyName}.`
            : `Works for ${person.companyName}.`}{' '}
          Requested {dateTime(createdAt)}.
        </Text>
        <Group gap="xs">
          {rolesToGive(person.companyKind, ['DEFAULT']).map((role) => (
            <SecondaryButton
              key={role}
              loading={isPending && variables.body.roles?.[0] === role}
              disabled={isPending}
              onClick={() =>
                mutate({ id: request.id, body: { roles: [role] } })
              }
            >
              Grant access as {roleLabels[role]}
            </SecondaryButton>
          ))}
          <SecondaryButton
            aria-haspopup="dialog"
            disabled={isPending}
            onClick={() => setIsRefusing(true)}
          >
            Decline…
          </SecondaryButton>
        </Group>
        <Hint>
          To grant permissions in the same step, choose the role and the
          permissions below.
        </Hint>
      </Stack>
      {isRefusing && (
        <RefuseDialog request={request} onClose={() => setIsRefusing(false)} />
      )}
    </WarningBox>
  )
}

const RefuseDialog = ({
  request: { id, person },
  onClose,
}: {
  request: AccessRequest
  onClose: () => void
}) => {
  const { mutateAsync } = useAnswerAccessRequest()
  const { form, submit } = useSchemaForm({
    initialValues: { refuse: '' },
    schema: answerAccessRequest.body,
  })
  return (
    <FormDialog
      title={`Decline access for ${person.name}`}
      onClose={onClose}
      submitLabel="Decline access"
      isDanger
      onSubmit={() => submit((body) => mutateAsync({ id, body }))}
    >
      <Textarea
        label="Reason"
        description="This person reads it in the portal and by email, and can ask again."
        withAsterisk
        aria-required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('refuse')}
      />
    </FormDialog>
  )
}
