import { signInPath } from '@portal/contract/user/navigation'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { useEditor } from './use-editor.ts'

/** Asks before a page with unsaved changes is left. A session that ended goes: what was typed waits in this browser. */
export const LeaveGuard = ({ isUnsaved }: { isUnsaved: boolean }) => {
  const { editor } = useEditor()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && next.pathname !== current.pathname && next.pathname !== signInPath,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  const leave = async () => {
    editor.discardAll()
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
