import type { Profile } from '@portal/contract/auth/api'
import { Suspense } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { useProfile } from '../../../records/auth/queries.ts'

const NewRequestDialog = lazy(
  () => import('../new-request/loan-dialogs.tsx'),
  'NewRequestDialog',
)

/** Whether this person opens drafts: for themselves, or for a seller. */
export const mayOpenDrafts = ({
  role,
  permissions,
}: Pick<Profile, 'role' | 'permissions'>): boolean =>
  role === 'SELLER' || (role === 'UNDERWRITER' && permissions.myOwn)

/** The dialog that opens a draft for a loan number. */
export const NewRequest = ({ onClose }: { onClose: () => void }) => {
  const { role } = useProfile()
  if (role !== 'SELLER' && role !== 'UNDERWRITER') return null
  return (
    <Suspense fallback={null}>
      <NewRequestDialog finder={role} onClose={onClose} />
    </Suspense>
  )
}
