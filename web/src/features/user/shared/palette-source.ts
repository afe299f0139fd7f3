import { listUsers } from '@portal/contract/user/manage-api'
import { roleLabels } from '@portal/contract/user/model'
import { call } from '../../../lib/call.ts'

const most = 6

/** Finds people for the command palette, among those that this person manages. */
export const findPeople = async (search: string, _profile: unknown, signal: AbortSignal) => {
  const { items } = await call(listUsers, { query: { search, size: most } }, { signal })
  return items.map(({ id, name, email, roles: [role], companyName }) => ({
    key: id,
    label: name,
    names: [email],
    description: [email, role && roleLabels[role], companyName].filter(Boolean).join(' · '),
    href: `/settings/permissions?person=${id}`,
  }))
}
