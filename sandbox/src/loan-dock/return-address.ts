/** The portals that people may be sent back to, as origins such as 'https://portal.example'. */
export type PortalOrigins = { list: () => string[]; allow: (origin: string) => void }

const originOf = (address: string): string => {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new Error(`Not a web origin: ${address}`)
  return url.origin
}

/** Throws when one of them is not a web address. */
export const makePortalOrigins = (origins: readonly string[]): PortalOrigins => {
  const allowed = new Set(origins.map(originOf))
  return { list: () => [...allowed], allow: (origin) => void allowed.add(originOf(origin)) }
}

/** The address to go back to when it is an absolute one on an allowed origin and carries no name or password; else null. */
export const checkedReturn = (origins: PortalOrigins, returnTo: unknown): URL | null => {
  const url = typeof returnTo === 'string' ? URL.parse(returnTo) : null
  if (url === null || `${url.username}${url.password}` !== '') return null
  return origins.list().includes(url.origin) ? url : null
}
