import { Checkbox, Select, Stack, TextInput } from '@mantine/core'
import {
  type CreatedKey,
  KeyScope,
  keyDays,
  keyScopes,
  NewKey,
  NewService,
  type Service,
} from '@portal/contract/integration/model'
import { servicePermissions } from '@portal/contract/integration/policy'
import { permissionLabels } from '@portal/contract/user/model'
import { useSchemaForm } from '../../lib/state/use-schema-form.ts'
import { useProfile } from '../../records/auth/queries.ts'
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx'
import { Hint } from '../../ui/presets.ts'
import {
  useCreateKey,
  useCreateService,
  useRevokeKey,
  useRotateKey,
  useUpdateService,
} from './queries.ts'

export type OpenServiceDialog =
  | { kind: 'SERVICE'; service: Service | null }
  | { kind: 'STATUS'; service: Service }
  | { kind: 'KEY'; service: Service; rotated: Service['keys'][number] | null }
  | { kind: 'REVOKE'; service: Service; revoked: Service['keys'][number] }

type Props = {
  dialog: OpenServiceDialog
  onClose: () => void
  onCreated: (created: CreatedKey) => void
}

export const ServiceDialogs = ({ dialog, onClose, onCreated }: Props) => {
  switch (dialog.kind) {
    case 'SERVICE':
      return <ServiceDialog service={dialog.service} onClose={onClose} />
    case 'STATUS':
      return <StatusDialog service={dialog.service} onClose={onClose} />
    case 'KEY':
      return <KeyDialog {...dialog} onClose={onClose} onCreated={onCreated} />
    case 'REVOKE':
      return <RevokeDialog {...dialog} onClose={onClose} />
  }
}

const ServiceDialog = ({
  service,
  onClose,
}: {
  service: Service | null
  onClose: () => void
}) => {
  const { role, permissions } = useProfile()
  const [create, update] = [useCreateService(), useUpdateService()]
  const { form, submit } = useSchemaForm<NewService>({
    initialValues: {
      name: service?.name ?? '',
      permissions: service?.permissions ?? [],
    },
    schema: NewService,
  })
  const save = () =>
    submit((values) =>
      service
        ? update.mutateAsync({ id: service.id, ...values })
        : create.mutateAsync(values),
    )
  return (
    <FormDialog
      title={service ? `Edit ${service.name}` : 'Add service'}
      submitLabel={service ? 'Update service' : 'Add service'}
      onClose={onClose}
      onSubmit={save}
    >
      <TextInput
        label="Name"
        description="Shown in the history of everything it changes. Example: Loan origination system"
        required
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        label="Permissions"
        description="You can only grant permissions that you have."
        {...form.getInputProps('permissions')}
      >
        <Stack gap="xs" mt="xs">
          {servicePermissions({ role }).map((key) => (
            <Checkbox
              key={key}
              value={key}
              label={permissionLabels[key]}
              disabled={
                !permissions[key] && !form.values.permissions.includes(key)
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}

const StatusDialog = ({
  service: { id, name, isActive },
  onClose,
}: {
  service: Service
  onClose: () => void
}) => {
  const update = useUpdateService()
  return (
    <ConfirmDialog
      title={isActive ? `Deactivate ${name}?` : `Activate ${name}?`}
      text={
        isActive
          ? 'Its API keys are revoked immediately, and its webhooks stop sending events.'
          : 'You can create new API keys for it, and its webhooks resume sending events.'
      }
      confirmLabel={isActive ? 'Deactivate' : 'Activate'}
      isDanger={isActive}
      onClose={onClose}
      onConfirm={() => update.mutateAsync({ id, isActive: !isActive })}
    />
  )
}

const terms = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: String(keyDays.default), label: '1 year' },
  { value: String(keyDays.most), label: '2 years' },
]

type KeyDialogProps = Omit<
  Extract<OpenServiceDialog, { kind: 'KEY' }>,
  'kind'
> &
  Pick<Props, 'onClose' | 'onCreated'>

const KeyDialog = ({
  service,
  rotated,
  onClose,
  onCreated,
}: KeyDialogProps) => {
  const { form, submit } = useSchemaForm<NewKey>({
    initialValues: {
      expiresInDays: keyDays.default,
      scopes: rotated?.scopes ?? [],
    },
    schema: NewKey,
  })
  const [create, rotate] = [useCreateKey(), useRotateKey()]
  const save = () =>
    submit(async (values) => {
      const request = { serviceId: service.id, ...values }
      onCreated(
        await (rotated
          ? rotate.mutateAsync({ ...request, keyId: rotated.id })
          : create.mutateAsync(request)),
      )
    })
  return (
    <FormDialog
      title={
        rotated
          ? `Rotate the key ${rotated.shown}…`
          : `Create an API key for ${service.name}`
      }
      submitLabel={rotated ? 'Rotate key' : 'Create key'}
      onClose={onClose}
      onSubmit={save}
    >
      {rotated &&
        'A new key replaces it. The old key works for 24 more hours, unless you revoke it.'}
      <Checkbox.Group
        label="Scopes"
        description="What the key can do, within the permissions of its service."
        {...form.getInputProps('scopes')}
      >
        <Stack gap="xs" mt="xs">
          {KeyScope.options.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={keyScopes[scope]}
              data-autofocus={scope === 'read' || undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.scopes.length === 0 && (
        <Hint>Without a scope, the key can’t make any calls.</Hint>
      )}
      <Select
        label="Expires after"
        allowDeselect={false}
        data={terms}
        error={form.errors.expiresInDays}
        value={String(form.values.expiresInDays)}
        onChange={(days) => form.setFieldValue('expiresInDays', Number(days))}
      />
    </FormDialog>
  )
}

type RevokeProps = Omit<
  Extract<OpenServiceDialog, { kind: 'REVOKE' }>,
  'kind'
> &
  Pick<Props, 'onClose'>

const RevokeDialog = ({ service, revoked, onClose }: RevokeProps) => {
  const revoke = useRevokeKey()
  return (
    <ConfirmDialog
      title={`Revoke the key ${revoked.shown}…?`}
      text="Calls with this key fail immediately. You can’t undo this."
      confirmLabel="Revoke key"
      isDanger
      onClose={onClose}
      onConfirm={() =>
        revoke.mutateAsync({ serviceId: service.id, keyId: revoked.id })
      }
    />
  )
}
