import { signInPath } from '@portal/contract/user/navigation'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'

type UnsavedGuardProps = { isUnsaved: boolean; onDiscard: () => void }

/** Asks before the page is left with unsaved changes. A session that ended goes: what was typed waits in this browser. */
export const UnsavedGuard = ({ isUnsaved, onDiscard }: UnsavedGuardProps) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && next.pathname !== current.pathname && next.pathname !== signInPath,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  const leave = async () => {
    onDiscard()
    proceed?.()
  }
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="What you changed here is not saved yet. Leaving discards it."
      confirmLabel="Discard and leave"
      isDanger
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={leave}
    />
  )
}
