import { Button } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { type OpenWorkKind, roleLabels } from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import { useProfile } from '../../auth/queries.ts'
import { actorOf } from '../people/actor.ts'
import { HandOverDialog, MessageField } from './hand-over-dialog.tsx'
import { PermissionSwitches } from './permission-switches.tsx'
import classes from './person.module.css'
import { changesText, type RightsDraft } from './rights-draft.ts'
import { RoleOrder } from './role-order.tsx'
import { useCovering } from './use-covering.ts'
import type { useRightsDraft } from './use-rights-draft.ts'
import { useSaveRights } from './use-save-rights.ts'

type RightsEditorProps = {
  user: User
  rights: ReturnType<typeof useRightsDraft>
  /** A dialog stands over the drawer. */
  onCover: (isCovered: boolean) => void
}

/** Roles and permissions of a person: chosen here, summed up, and saved with one button. */
export const RightsEditor = ({ user, rights, onCover }: RightsEditorProps) => {
  const actor = actorOf(useProfile())
  const { draft, set, discard, changes, isDirty } = rights
  const roles = draft.roles ?? user.roles
  const saving = useSaveRights(user, changes, draft.message, discard)
  const mayChooseRoles = managesEveryone(actor) && actor.id !== user.id

  const submit = () => void saving.save().catch(() => null)
  const change = (part: Partial<RightsDraft>) => {
    saving.forget()
    set(part)
  }

  return (
    <>
      <section className={classes.section} aria-label="Roles">
        <h3>Roles</h3>
        {mayChooseRoles ? (
          <RoleOrder roles={roles} companyKind={user.companyKind} onChange={(next) => change({ roles: next })} />
        ) : (
          <span>{user.roles.map((role) => roleLabels[role]).join(', ')}</span>
        )}
      </section>
      <section className={classes.section} aria-label="Permissions">
        <h3>Permissions</h3>
        <PermissionSwitches
          user={user}
          roles={roles}
          flags={draft.flags}
          onSwitch={(key, isOn) => change({ flags: { ...draft.flags, [key]: isOn } })}
        />
      </section>
      {isDirty && (
        <section className={classes.bar} aria-label="Changes that are not saved">
          <MessageField value={draft.message} onChange={(message) => set({ message })} />
          {saving.problem && (
            <p className={classes.problem} role="alert">
              {saving.problem}
            </p>
          )}
          <div className={classes.buttons}>
            <span className={classes.summary} role="status">
              {changesText(changes)}
            </span>
            <Button variant="default" disabled={saving.isBusy} onClick={discard}>
              Discard
            </Button>
            <Button loading={saving.isBusy} onClick={submit}>
              Save
            </Button>
          </div>
        </section>
      )}
      {saving.asked && (
        <HandOverAsked key={saving.asked.join()} user={user} kinds={saving.asked} saving={saving} onCover={onCover} />
      )}
    </>
  )
}

type HandOverAskedProps = {
  user: User
  kinds: readonly OpenWorkKind[]
  saving: ReturnType<typeof useSaveRights>
  onCover: (isCovered: boolean) => void
}

const HandOverAsked = ({ user, kinds, saving, onCover }: HandOverAskedProps) => {
  useCovering(onCover)
  return (
    <HandOverDialog
      userId={user.id}
      title="Hand over open work"
      text={`With this change ${user.name} can no longer finish some open work. Say who takes it over; both are saved together.`}
      submitLabel="Hand over and save"
      kinds={kinds}
      onClose={saving.stopAsking}
      onSubmit={(handOver) => saving.save(handOver)}
    />
  )
}
