/** As what the portal works in the database (server/migrations/0013_roles.sql): it owns nothing and can alter no history. */
export const appRole = 'portal_app'
/** As what the requests of sellers and reviewers run: it sees one company. */
export const tenantRole = 'portal_tenant'

export type Role = typeof appRole | typeof tenantRole

/** The address whose sessions begin in this role, whoever logs in, and come back to it when they are reset. */
export function asRole(url: string, role: Role): string {
  const [address = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('options', [parameters.get('options'), `-c role=${role}`].filter(Boolean).join(' '))
  return `${address}?${parameters}`
}
