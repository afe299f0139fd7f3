import type { Profile } from '@portal/contract/auth/api'
import type { Actor } from '@portal/contract/user/model'

/** Whoever is signed in, as far as the rules that the browser asks look at them: no rule here compares companies. */
export const actorOf = ({ id, name, role, permissions }: Profile): Actor => ({
  id,
  name,
  role,
  permissions,
  companyId: '',
})
