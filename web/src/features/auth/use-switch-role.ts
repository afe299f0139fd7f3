import * as api from '@portal/contract/auth/api'
import type { Role } from '@portal/contract/user/model'
import { homeFor } from '@portal/contract/user/navigation'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Acts in another of one's roles. The page is loaded anew: nothing that was read in the old role is left in it. */
export const useSwitchRole = () =>
  useMutation({
    mutationFn: (role: Role) => call(api.switchRole, { body: { role } }),
    meta: { failed: 'Failed to switch the role' },
    onSuccess: (profile) => window.location.assign(homeFor(profile)),
  })
