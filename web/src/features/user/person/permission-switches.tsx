import { Switch } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { permissionRefusal } from '@portal/contract/user/manage-policy'
import { permissionWords } from '@portal/contract/user/messages'
import { type Permission, permissionLabels, type Role } from '@portal/contract/user/model'
import { useProfile } from '../../auth/queries.ts'
import { actorOf } from '../people/actor.ts'
import { groupsFor } from './permission-groups.ts'
import classes from './person.module.css'
import type { RightsDraft } from './rights-draft.ts'

type PermissionSwitchesProps = {
  user: User
  /** The roles as chosen, saved or not. */
  roles: readonly Role[]
  flags: RightsDraft['flags']
  onSwitch: (key: Permission, isOn: boolean) => void
}

/** A switch for each permission that means something to these roles; one that may not be switched says why. */
export const PermissionSwitches = ({ user, roles, flags, onSwitch }: PermissionSwitchesProps) => {
  const actor = actorOf(useProfile())
  const facts = { ...user, bddId: null }
  const groups = groupsFor(roles, user.permissions)
  const isOwn = actor.id === user.id
  if (groups.length === 0)
    return <p className={classes.note}>No permission means anything to this role. Choose another role first.</p>

  return (
    <>
      {isOwn && <p className={classes.note}>{permissionRefusal(actor, facts, {}, true)}.</p>}
      {groups.map(({ label, keys }) => (
        <fieldset key={label} className={classes.group}>
          <legend>{label}</legend>
          {keys.map((key) => {
            const isHeld = user.permissions[key]
            const isOn = flags[key] ?? isHeld
            // Whoever asks manages too, so somebody does when this person no longer does.
            const refusal = permissionRefusal(actor, facts, { [key]: !isHeld }, true)
            return (
              <Switch
                key={key}
                className={classes.switch ?? ''}
                data-changed={isOn !== isHeld || undefined}
                label={permissionLabels[key]}
                description={
                  <>
                    {permissionWords[key]}
                    {refusal && !isOwn && <span className={classes.why}>{refusal}.</span>}
                  </>
                }
                checked={isOn}
                disabled={refusal !== null}
                onChange={(event) => onSwitch(key, event.currentTarget.checked)}
              />
            )
          })}
        </fieldset>
      ))}
    </>
  )
}
