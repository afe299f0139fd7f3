import {
  Checkbox,
  Fieldset,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { eventTopicsFor } from '@portal/contract/integration/events'
import {
  eventLabels,
  NewWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookSecret,
} from '@portal/contract/integration/model'
import { useQuery } from '@tanstack/react-query'
import { useSchemaForm } from '../../lib/state/use-schema-form.ts'
import { toActor, useProfile } from '../../records/auth/queries.ts'
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx'
import { Hint } from '../../ui/presets.ts'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import {
  servicesQuery,
  useCreateWebhook,
  useDeleteWebhook,
  useRotateSecret,
  useUpdateWebhook,
} from './queries.ts'

export type OpenWebhookDialog =
  | { kind: 'WEBHOOK'; webhook: Webhook | null }
  | { kind: 'DELETE' | 'ROTATE' | 'DELIVERIES'; webhook: Webhook }

type Props = {
  dialog: OpenWebhookDialog
  onClose: () => void
  onSecret: (created: WebhookSecret) => void
}

export const WebhookDialogs = ({ dialog, onClose, onSecret }: Props) => {
  switch (dialog.kind) {
    case 'WEBHOOK':
      return (
        <WebhookDialog
          webhook={dialog.webhook}
          onClose={onClose}
          onSecret={onSecret}
        />
      )
    case 'DELETE':
      return <DeleteDialog webhook={dialog.webhook} onClose={onClose} />
    case 'ROTATE':
      return (
        <RotateDialog
          webhook={dialog.webhook}
          onClose={onClose}
          onSecret={onSecret}
        />
      )
    case 'DELIVERIES':
      return <DeliveriesDialog webhook={dialog.webhook} onClose={onClose} />
  }
}

type FormProps = Pick<Props, 'onClose' | 'onSecret'> & {
  webhook: Webhook | null
}

const WebhookDialog = ({ webhook, onClose, onSecret }: FormProps) => {
  const profile = useProfile()
  const { data: services = [] } = useQuery(servicesQuery)
  const [create, update] = [useCreateWebhook(), useUpdateWebhook(true)]
  const { form, submit } = useSchemaForm<Required<NewWebhook>>({
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? 'https://',
      ownerId: webhook?.owner.id ?? profile.id,
      events: webhook?.events ?? [],
    },
    schema: NewWebhook,
  })
  const save = () =>
    submit(async ({ ownerId, ...fields }) => {
      if (webhook) await update.mutateAsync({ id: webhook.id, ...fields })
      else onSecret(await create.mutateAsync({ ...fields, ownerId }))
    })
  const owners = services.filter(
    ({ isActive, mayCreateKeys }) => isActive && mayCreateKeys,
  )
  return (
    <FormDialog
      title={webhook ? `Edit ${webhook.name}` : 'Add webhook'}
      submitLabel={webhook ? 'Update webhook' : 'Add webhook'}
      size="lg"
      onClose={onClose}
      onSubmit={save}
    >
      <TextInput
        label="Name"
        required
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Address"
        description="The portal POSTs events to this address. It must be a public https address."
        required
        type="url"
        maxLength={500}
        {...form.getInputProps('url')}
      />
      {!webhook && (
        <Select
          label="Send what this account can see"
          description="The webhook stops if this account is deactivated. A service keeps working when people leave."
          allowDeselect={false}
          data={[
            { value: profile.id, label: `${profile.name} (you)` },
            ...owners.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('ownerId')}
        />
      )}
      <Checkbox.Group label="Events" required {...form.getInputProps('events')}>
        <Stack gap="md" mt="xs">
          {eventTopicsFor(toActor(profile)).map((topic) => (
            <EventTopic key={topic.label} {...topic} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}

/** The events about one topic, below its heading. */
const EventTopic = ({
  label,
  events,
}: {
  label: string
  events: readonly WebhookEvent[]
}) => (
  <Fieldset
    variant="unstyled"
    legend={
      <Hint span fw={600}>
        {label}
      </Hint>
    }
  >
    <SimpleGrid
      cols={{ base: 1, sm: 2 }}
      verticalSpacing={{ base: 0, sm: 'xs' }}
      pt={4}
    >
      {events.map((event) => (
        <Checkbox
          key={event}
          value={event}
          label={
            <>
              {eventLabels[event]}
              <Hint span display="block" size="xs">
                {event}
              </Hint>
            </>
          }
        />
      ))}
    </SimpleGrid>
  </Fieldset>
)

const DeleteDialog = ({
  webhook: { id, name },
  onClose,
}: {
  webhook: Webhook
  onClose: () => void
}) => {
  const remove = useDeleteWebhook()
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text="The webhook stops sending events, and its delivery log is deleted. You can’t undo this."
      confirmLabel="Delete webhook"
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync(id)}
    />
  )
}

const RotateDialog = ({
  webhook,
  onClose,
  onSecret,
}: FormProps & { webhook: Webhook }) => {
  const rotate = useRotateSecret()
  return (
    <ConfirmDialog
      title={`Rotate the signing secret of ${webhook.name}?`}
      text="For 24 hours, events are signed with both the old and the new secret."
      confirmLabel="Rotate secret"
      onClose={onClose}
      onConfirm={async () => onSecret(await rotate.mutateAsync(webhook.id))}
    />
  )
}
