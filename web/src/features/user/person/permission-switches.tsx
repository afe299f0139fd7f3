import { Fieldset, Stack, Switch, Text } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { permissionRefusal } from '@portal/contract/user/manage-policy'
import { permissionWords } from '@portal/contract/user/messages'
import * as model from '@portal/contract/user/model'
import { Hint } from '../../../ui/presets.ts'
import { actorOf, useProfile } from '../../auth/queries.ts'
import { permissionsFor } from '../people/person-words.ts'
import classes from './person.module.css'
import type { RightsDraft } from './use-rights.ts'

export const permissionGroups: readonly { label: string; keys: readonly model.Permission[] }[] = [
  { label: 'SLVs', keys: ['myOwn', 'viewSlvDepartment', 'assignLoans'] },
  { label: 'SLR and trade desk', keys: ['manageSlr', 'assignLoansSlr', 'manageTradeDesk', 'assignLoansTradeDesk'] },
  { label: 'Tdocs and reviewers', keys: ['managePurchasedTdocs', 'inviteTpr'] },
  { label: 'Their own company', keys: ['myCompanyView', 'myCompanyReassignSlv', 'myCompanyAdmin'] },
  { label: 'The portal', keys: ['managePermissions', 'manageSla', 'manageGuidelines'] },
]

export const groupsFor = (roles: readonly model.Role[], held: model.PermissionMap) => {
  const fitting = permissionsFor(roles)
  const idle = model.permissions.filter((key) => held[key] && !fitting.includes(key))
  return [
    ...permissionGroups.map(({ label, keys }) => ({ label, keys: keys.filter((key) => fitting.includes(key)) })),
    { label: 'Granted, but no effect with these roles', keys: idle },
  ].filter(({ keys }) => keys.length > 0)
}

const unchangedLine = { borderInlineStart: '2px solid transparent' }
const changedLine = { borderInlineStart: '2px solid var(--mantine-primary-color-filled)' }

type PermissionSwitchesProps = {
  user: User
  roles: readonly model.Role[]
  flags: RightsDraft['flags']
  onSwitch: (key: model.Permission, isOn: boolean) => void
}

export const PermissionSwitches = ({ user, roles, flags, onSwitch }: PermissionSwitchesProps) => {
  const actor = actorOf(useProfile())
  const person = { ...user, bddId: null }
  const groups = groupsFor(roles, user.permissions)
  const isOwn = actor.id === user.id
  if (groups.length === 0) return <Hint>This role has no permissions. Choose another role first.</Hint>

  return (
    <Stack gap="sm">
      {isOwn && (
        <Text size="sm" c="dimmed">
          {permissionRefusal(actor, person, {}, true)}.
        </Text>
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
              const isHeld = user.permissions[key]
              const isOn = flags[key] ?? isHeld
              // The actor manages people too, so this user is never the last one who does.
              const refusal = permissionRefusal(actor, person, { [key]: !isHeld }, true)
              return (
                <Switch
                  key={key}
                  className={classes.switch}
                  ps="0.625rem"
                  style={isOn === isHeld ? unchangedLine : changedLine}
                  label={model.permissionLabels[key]}
                  description={
                    <>
                      {permissionWords[key]}
                      {refusal && !isOwn && (
                        <Text span inherit display="block" fs="italic">
                          {refusal}.
                        </Text>
                      )}
                    </>
                  }
                  checked={isOn}
                  disabled={refusal !== null}
                  onChange={(event) => onSwitch(key, event.currentTarget.checked)}
                />
              )
            })}
          </Stack>
        </Fieldset>
      ))}
    </Stack>
  )
}
