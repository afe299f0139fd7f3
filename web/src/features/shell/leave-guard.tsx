import { signInPath } from '@portal/contract/user/navigation'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/dialogs.tsx'

type LeaveGuardProps = {
  /** Whether there is something that leaving would lose. */
  isHeld: boolean
  title?: string
  text?: string
  confirmLabel?: string
  /** Right before the page is left all the same. */
  onLeave?: () => void
}

/** Asks before a page is left that would lose something. A session that ended goes: what was typed waits in this browser. */
export const LeaveGuard = ({
  isHeld,
  title = 'Leave without saving?',
  text = 'What you changed here is not saved yet. Leaving discards it.',
  confirmLabel = 'Discard and leave',
  onLeave,
}: LeaveGuardProps) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isHeld && next.pathname !== current.pathname && next.pathname !== signInPath,
    enableBeforeUnload: () => isHeld,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      isDanger
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={async () => {
        onLeave?.()
        proceed?.()
      }}
    />
  )
}
