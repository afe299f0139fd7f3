import { Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { useEffectOf } from './effect-view.tsx'
import classes from './sla-manage.module.css'

type UnsavedChangesProps = {
  formId?: string
  effect: ReturnType<typeof useEffectOf>
  isValid: boolean
  invalidText: string
  conflict: ReactNode
  saveLabel: string
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  onKeepMine: () => void
  end?: ReactNode
  children: ReactNode
}

/** The effect of unsaved changes, with Save and Discard; after someone else's save, the choice between theirs and mine. */
export const UnsavedChanges = (props: UnsavedChangesProps) => {
  const { effect, isValid, conflict, isSaving, onDiscard } = props
  if (conflict !== null)
    return (
      <>
        <div className={classes.conflict} role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          <div>{conflict}</div>
        </div>
        <Group gap="xs" mb="sm">
          <Button variant="default" onClick={props.onKeepMine}>
            Keep mine
          </Button>
          <Button variant="default" onClick={onDiscard}>
            Use theirs
          </Button>
        </Group>
      </>
    )
  return (
    <>
      {isValid ? props.children : props.invalidText}
      <form
        id={props.formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          props.onSave()
        }}
      >
        <Group gap="xs" my="sm">
          {/* Nothing is saved before its effect is shown, unless that fails. */}
          <Button type="submit" loading={isSaving} disabled={isValid && !effect.isCurrent && !effect.isError}>
            {props.saveLabel}
          </Button>
          <Button variant="default" onClick={onDiscard} disabled={isSaving}>
            Discard
          </Button>
          {props.end}
        </Group>
      </form>
    </>
  )
}
