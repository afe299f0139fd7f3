import type { Profile } from '@portal/contract/auth/api'
import { listUnderwriters } from '@portal/contract/user/api'
import { listUsers } from '@portal/contract/user/manage-api'
import { roleLabels } from '@portal/contract/user/model'
import {
  anyOf,
  managesPeople,
  underwriterWith,
} from '@portal/contract/user/policy'
import { call } from '../../lib/call.ts'
import { toActor } from '../auth/queries.ts'

const most = 6

export const findsPeople = anyOf(
  managesPeople,
  underwriterWith('viewSlvDepartment'),
)

/**
 * Finds people for the command palette: those that the user manages, or
 * underwriters with links to their SLVs.
 */
export const findPeople = (
  search: string,
  profile: Profile,
  signal: AbortSignal,
) =>
  managesPeople(toActor(profile))
    ? findManaged(search, signal)
    : findUnderwriters(search, signal)

const findManaged = async (search: string, signal: AbortSignal) => {
  const { items } = await call(
    listUsers,
    { query: { search, size: most } },
    { signal },
  )
  return items.map(({ id, name, email, roles: [role], companyName }) => ({
    key: id,
    label: name,
    names: [email],
    description: [email, role && roleLabels[role], companyName]
      .filter(Boolean)
      .join(' · '),
    href: `/settings/permissions?person=${id}`,
  }))
}

const findUnderwriters = async (search: string, signal: AbortSignal) => {
  const { items } = await call(
    listUnderwriters,
    { query: { search, size: most } },
    { signal },
  )
  return items.map(({ id, name }) => ({
    key: id,
    label: name,
    description: 'SLVs in the department',
    href: `/slv/department?underwriterIds=${id}`,
  }))
}
