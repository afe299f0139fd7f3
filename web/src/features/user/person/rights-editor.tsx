import {
  ActionIcon,
  Box,
  Button,
  Fieldset,
  Group,
  Select,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import { endSentence } from '@portal/contract/lib/sentences'
import type { User } from '@portal/contract/user/manage-api'
import { permissionRefusal } from '@portal/contract/user/manage-policy'
import { permissionDescriptions } from '@portal/contract/user/messages'
import * as model from '@portal/contract/user/model'
import { type CompanyKind, Role, roleLabels } from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { permissionsFor, rolesToGive } from '../people/person-text.ts'
import { HandOverDialog, MessageField } from './hand-over-dialog.tsx'
import classes from './person.module.css'
import type { DialogState } from './person-actions.tsx'
import { type RightsDraft, useRights } from './use-rights.ts'

type RightsEditorProps = DialogState & {
  user: User
  onDirty: (isDirty: boolean) => void
}

export const RightsEditor = ({
  user,
  onDirty,
  dialog,
  onDialog,
}: RightsEditorProps) => {
  const actor = toActor(useProfile())
  const rights = useRights(user, onDirty, () => onDialog('reassign'))
  const { draft, change, kinds } = rights
  const roles = draft.roles ?? user.roles
  const mayChooseRoles = managesEveryone(actor) && actor.id !== user.id
  return (
    <>
      <Stack component="section" gap="xs" aria-label="Roles">
        <Title order={3}>Roles</Title>
        {mayChooseRoles ? (
          <RoleOrder
            roles={roles}
            companyKind={user.companyKind}
            onChange={(next) => change({ roles: next })}
          />
        ) : (
          <span>{user.roles.map((role) => roleLabels[role]).join(', ')}</span>
        )}
      </Stack>
      <Stack component="section" gap="xs" aria-label="Permissions">
        <Title order={3}>Permissions</Title>
        <PermissionSwitches
          user={user}
          roles={roles}
          flags={draft.flags}
          onSwitch={(key, isOn) =>
            change({ flags: { ...draft.flags, [key]: isOn } })
          }
        />
      </Stack>
      {rights.isDirty && <UnsavedChanges rights={rights} />}
      {dialog === 'reassign' && (
        <HandOverDialog
          key={kinds.join()}
          userId={user.id}
          title="Reassign open work"
          text={`After this change, ${user.name} can no longer finish some open work. Choose who takes it over; both are saved together.`}
          submitLabel="Reassign and save"
          kinds={kinds}
          onClose={() => onDialog(null)}
          onSubmit={(handOver) => rights.save(handOver)}
        />
      )}
    </>
  )
}

/** The message to the person, and what is about to be saved. */
const UnsavedChanges = ({
  rights,
}: {
  rights: ReturnType<typeof useRights>
}) => (
  <Stack
    component="section"
    gap="xs"
    {...barLook}
    style={barStyle}
    aria-label="Unsaved changes"
  >
    <MessageField
      value={rights.draft.message}
      onChange={(message) => rights.change({ message })}
    />
    {rights.problem && (
      <Text c="var(--mantine-color-error)" role="alert">
        {rights.problem}
      </Text>
    )}
    <Group gap="xs">
      <Text span fw={500} flex="1 1 8rem" role="status">
        {rights.summary}
      </Text>
      <SecondaryButton disabled={rights.isBusy} onClick={rights.discard}>
        Discard
      </SecondaryButton>
      <Button
        loading={rights.isBusy}
        onClick={() => void rights.save().catch(() => null)}
      >
        Save
      </Button>
    </Group>
  </Stack>
)

const barLook = {
  pos: 'sticky',
  bottom: 0,
  mx: 'calc(-1 * var(--mantine-spacing-md))',
  px: 'md',
  py: 'sm',
} as const
const barStyle = {
  zIndex: 2,
  borderBlockStart: '1px solid var(--portal-line)',
  background: 'var(--mantine-color-body)',
}
const listLook = {
  display: 'flex',
  flexDirection: 'column',
  gap: '0.25rem',
  listStyle: 'none',
} as const
const roleLook = {
  gap: 4,
  wrap: 'nowrap',
  mih: '2rem',
  ps: '0.625rem',
  pe: 4,
  bdrs: 'md',
} as const
const look = { variant: 'subtle', color: 'gray', c: 'inherit' } as const

type RoleOrderProps = {
  roles: readonly Role[]
  companyKind: CompanyKind
  onChange: (roles: Role[]) => void
}

const RoleOrder = ({ roles, companyKind, onChange }: RoleOrderProps) => {
  const list = useRef<HTMLOListElement>(null)
  const rest = rolesToGive(companyKind, roles)
  // The pressed button moves or is removed, so the list takes the focus.
  const change = (next: Role[]) => {
    onChange(next)
    requestAnimationFrame(() => list.current?.focus())
  }
  return (
    <>
      <Box
        component="ol"
        ref={list}
        p={0}
        style={listLook}
        tabIndex={-1}
        aria-label="Roles in order"
      >
        {roles.map((role, index) => (
          <Group
            component="li"
            key={role}
            {...roleLook}
            bd="1px solid var(--portal-line)"
          >
            <Group
              flex={1}
              align="baseline"
              gap="0 var(--mantine-spacing-xs)"
              miw={0}
            >
              {roleLabels[role]}
              {index === 0 && (
                <Text span size="xs" c="dimmed">
                  Acting role
                </Text>
              )}
            </Group>
            {index > 0 && (
              <ActionIcon
                {...look}
                aria-label={`Move ${roleLabels[role]} up`}
                title="Move up"
                onClick={() =>
                  change(
                    roles.toSpliced(index, 1).toSpliced(index - 1, 0, role),
                  )
                }
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
            )}
            {roles.length > 1 && (
              <ActionIcon
                {...look}
                aria-label={`Remove ${roleLabels[role]}`}
                title="Remove"
                onClick={() => change(roles.filter((other) => other !== role))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
      </Box>
      {rest.length > 0 && (
        <Select
          aria-label="Add a role"
          placeholder="Add a role"
          data={rest.map((role) => ({ value: role, label: roleLabels[role] }))}
          value={null}
          onChange={(value) =>
            value !== null && change(withRole(roles, Role.parse(value)))
          }
          openOnFocus={false}
        />
      )}
    </>
  )
}

/** The first real role replaces the pending one. */
const withRole = (roles: readonly Role[], role: Role): Role[] =>
  role === 'DEFAULT'
    ? [...roles, role]
    : [...roles.filter((held) => held !== 'DEFAULT'), role]

export const groupsFor = (
  roles: readonly model.Role[],
  held: model.PermissionMap,
) => {
  const fitting = permissionsFor(roles)
  const idle = model.permissions.filter(
    (key) => held[key] && !fitting.includes(key),
  )
  return [
    ...model.permissionGroups.map((label) => ({
      label,
      keys: fitting.filter((key) => model.permissionTable[key].group === label),
    })),
    { label: 'Granted, but no effect with these roles', keys: idle },
  ].filter(({ keys }) => keys.length > 0)
}

const unchangedLine = { borderInlineStart: '2px solid transparent' }
const changedLine = {
  borderInlineStart: '2px solid var(--mantine-primary-color-filled)',
}

type PermissionSwitchesProps = {
  user: User
  roles: readonly model.Role[]
  flags: RightsDraft['flags']
  onSwitch: (key: model.Permission, isOn: boolean) => void
}

const PermissionSwitches = ({
  user,
  roles,
  flags,
  onSwitch,
}: PermissionSwitchesProps) => {
  const actor = toActor(useProfile())
  const person = { ...user, bddId: null }
  const groups = groupsFor(roles, user.permissions)
  const isOwn = actor.id === user.id
  if (groups.length === 0)
    return <Hint>This role has no permissions. Choose another role first.</Hint>

  return (
    <Stack gap="sm">
      {isOwn && (
        <Hint>
          {endSentence(permissionRefusal(actor, person, {}, true) ?? '')}
        </Hint>
      )}
      {groups.map(({ label, keys }) => (
        <Fieldset
          key={label}
          variant="unstyled"
          legend={
            <Hint span fw={600}>
              {label}
            </Hint>
          }
        >
          <Stack gap="sm" pt="sm">
            {keys.map((key) => {
              const isGranted = user.permissions[key]
              const isOn = flags[key] ?? isGranted
              // The actor manages people too, so this user is never the last
              // one who does.
              const refusal = permissionRefusal(
                actor,
                person,
                { [key]: !isGranted },
                true,
              )
              return (
                <Switch
                  key={key}
                  className={classes.switch}
                  ps="0.625rem"
                  style={isOn === isGranted ? unchangedLine : changedLine}
                  label={model.permissionLabels[key]}
                  description={
                    <>
                      {permissionDescriptions[key]}
                      {refusal && !isOwn && (
                        <Text span inherit display="block" fs="italic">
                          {endSentence(refusal)}
                        </Text>
                      )}
                    </>
                  }
                  checked={isOn}
                  disabled={refusal !== null}
                  onChange={(event) =>
                    onSwitch(key, event.currentTarget.checked)
                  }
                />
              )
            })}
          </Stack>
        </Fieldset>
      ))}
    </Stack>
  )
}
