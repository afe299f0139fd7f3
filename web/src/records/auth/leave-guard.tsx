import { signInPath } from '@portal/contract/user/navigation'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lazy } from '../../lib/lazy.tsx'

const ConfirmDialog = lazy(
  () => import('../../ui/dialogs.tsx'),
  'ConfirmDialog',
)

type LeaveGuardProps = {
  isActive: boolean
  title?: string
  text?: string
  confirmLabel?: string
  /** Called right before the page is left anyway. */
  onLeave?: () => void
}

/**
 * Asks before a page with unsaved changes is left, except at the end of a
 * session: typed text stays in this browser.
 */
export const LeaveGuard = ({
  isActive,
  onLeave,
  ...texts
}: LeaveGuardProps) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isActive &&
      next.pathname !== current.pathname &&
      next.pathname !== signInPath,
    enableBeforeUnload: () => isActive,
    withResolver: true,
  })
  useEffect(() => {
    if (isActive) ConfirmDialog.preload()
  }, [isActive])
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes are not saved. If you leave, they are discarded."
      confirmLabel="Discard and leave"
      {...texts}
      isDanger
      onClose={() => reset?.()}
      onConfirm={async () => {
        onLeave?.()
        proceed?.()
      }}
    />
  )
}
