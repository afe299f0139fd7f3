/**
 * The portal's role (server/migrations/1001_roles.sql): it owns nothing and
 * can't change history.
 */
export const appRole = 'portal_app'
/** The role for requests of sellers and reviewers: it sees one company. */
export const tenantRole = 'portal_tenant'

export type Role = typeof appRole | typeof tenantRole

/** The address with this role for its sessions, also after a reset. */
export function asRole(url: string, role: Role): string {
  const [address = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set(
    'options',
    [parameters.get('options'), `-c role=${role}`].filter(Boolean).join(' '),
  )
  return `${address}?${parameters}`
}
