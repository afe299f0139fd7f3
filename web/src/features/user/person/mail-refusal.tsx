import { Group, Stack, Text, Textarea, Title } from '@mantine/core'
import {
  describeRefusal,
  type MailRefusal,
  maxAnswer,
} from '@portal/contract/user/mail-refusal'
import { setMailRefusal, type User } from '@portal/contract/user/manage-api'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { useSetMailRefusal } from '../../../records/user/manage-queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import type { DialogState } from './person-actions.tsx'

type RefusalBoxProps = {
  user: Pick<User, 'id' | 'email'>
  refusal: MailRefusal
}

/** Why mail to a person is stopped, and how to send it again. */
export const RefusalBox = ({ user, refusal }: RefusalBoxProps) => {
  const { mutate, isPending } = useSetMailRefusal()
  return (
    <WarningBox aria-label="Mail refused">
      <Stack gap="xs">
        <Title order={3}>Mail refused</Title>
        <Text style={{ overflowWrap: 'anywhere' }}>
          Mail to {user.email} was refused on {dateTime(refusal.at)}.{' '}
          {describeRefusal(refusal.answer)} We send no more notifications to
          this address. Sign-in codes and invitations are still tried.
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          The mail server answered: {refusal.answer}
        </Text>
        <Group gap="xs">
          <SecondaryButton
            loading={isPending}
            onClick={() => mutate({ id: user.id, answer: null })}
          >
            Try again
          </SecondaryButton>
        </Group>
      </Stack>
    </WarningBox>
  )
}

type ReturnedMailProps = DialogState & { user: User }

/** For mail that came back after the mail server had accepted it. */
export const ReturnedMailButton = ({
  user,
  dialog,
  onDialog,
}: ReturnedMailProps) => {
  if (user.mailRefusal !== null) return null
  return (
    <>
      <SecondaryButton aria-haspopup="dialog" onClick={() => onDialog('mail')}>
        Mail came back…
      </SecondaryButton>
      {dialog === 'mail' && (
        <ReturnedMailDialog user={user} onClose={() => onDialog(null)} />
      )}
    </>
  )
}

const ReturnedMailDialog = ({
  user,
  onClose,
}: {
  user: User
  onClose: () => void
}) => {
  const { mutateAsync } = useSetMailRefusal()
  const { form, submit } = useSchemaForm({
    initialValues: { answer: '' },
    schema: setMailRefusal.body.pick({ answer: true }),
  })
  return (
    <FormDialog
      title={`Stop mail to ${user.name}`}
      onClose={onClose}
      submitLabel="Stop mail"
      onSubmit={() => submit((body) => mutateAsync({ id: user.id, ...body }))}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Use this if mail to {user.email} came back. They see it in their
        notification settings.
      </Text>
      <Textarea
        label="What the mail server answered"
        placeholder="550 5.1.1 No such mailbox"
        withAsterisk
        aria-required
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxAnswer}
        {...form.getInputProps('answer')}
      />
    </FormDialog>
  )
}
