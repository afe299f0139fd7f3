import { assignOwnedMessages } from '@portal/contract/slv/messages'
import { mayAssignOwned } from '@portal/contract/slv/policy'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { SecondaryButton } from '../../../ui/presets.ts'

const AssignOwnedDialog = lazy(
  () => import('./assign-owned-dialog.tsx'),
  'AssignOwnedDialog',
)

/** For managers of a seller, above their company’s SLVs. */
export const AssignOwnedButton = () => {
  const actor = toActor(useProfile())
  const [isOpen, setIsOpen] = useState(false)
  if (!mayAssignOwned(actor)) return null
  return (
    <>
      <SecondaryButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {assignOwnedMessages.label}
      </SecondaryButton>
      <Suspense fallback={null}>
        {isOpen && <AssignOwnedDialog onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
