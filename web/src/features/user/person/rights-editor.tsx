import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { type OpenWorkKind, roleLabels } from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import { useEffect } from 'react'
import { useProfile } from '../../auth/queries.ts'
import { actorOf } from '../people/actor.ts'
import { HandOverDialog, MessageField } from './hand-over-dialog.tsx'
import { PermissionSwitches } from './permission-switches.tsx'
import classes from './person.module.css'
import { RoleOrder } from './role-order.tsx'
import { useRights } from './use-rights.ts'

type RightsEditorProps = {
  user: User
  onDirty: (isDirty: boolean) => void
  onCover: (isCovered: boolean) => void
}

export const RightsEditor = ({ user, onDirty, onCover }: RightsEditorProps) => {
  const actor = actorOf(useProfile())
  const rights = useRights(user, onDirty)
  const { draft, change, kinds } = rights
  const roles = draft.roles ?? user.roles
  const mayChooseRoles = managesEveryone(actor) && actor.id !== user.id
  return (
    <>
      <Stack component="section" gap="xs" aria-label="Roles">
        <Title order={3}>Roles</Title>
        {mayChooseRoles ? (
          <RoleOrder roles={roles} companyKind={user.companyKind} onChange={(next) => change({ roles: next })} />
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
          onSwitch={(key, isOn) => change({ flags: { ...draft.flags, [key]: isOn } })}
        />
      </Stack>
      {rights.isDirty && (
        <Stack component="section" gap="xs" className={classes.bar ?? ''} aria-label="Unsaved changes">
          <MessageField value={draft.message} onChange={(message) => change({ message })} />
          {rights.problem && (
            <Text c="var(--mantine-color-error)" role="alert">
              {rights.problem}
            </Text>
          )}
          <Group gap="xs">
            <Text span fw={500} flex="1 1 8rem" role="status">
              {rights.summary}
            </Text>
            <Button variant="default" disabled={rights.isBusy} onClick={rights.discard}>
              Discard
            </Button>
            <Button loading={rights.isBusy} onClick={() => void rights.save().catch(() => null)}>
              Save
            </Button>
          </Group>
        </Stack>
      )}
      {kinds && <RequiredHandOver key={kinds.join()} user={user} kinds={kinds} rights={rights} onCover={onCover} />}
    </>
  )
}

type RequiredHandOverProps = Pick<RightsEditorProps, 'user' | 'onCover'> & {
  kinds: readonly OpenWorkKind[]
  rights: ReturnType<typeof useRights>
}

const RequiredHandOver = ({ user, kinds, rights, onCover }: RequiredHandOverProps) => {
  useEffect(() => {
    onCover(true)
    return () => onCover(false)
  }, [onCover])
  return (
    <HandOverDialog
      userId={user.id}
      title="Reassign open work"
      text={`After this change, ${user.name} can no longer finish some open work. Choose who takes it over; both are saved together.`}
      submitLabel="Reassign and save"
      kinds={kinds}
      onClose={rights.closeKinds}
      onSubmit={(handOver) => rights.save(handOver)}
    />
  )
}
