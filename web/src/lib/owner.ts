let owner = 'nobody'

/** From now on, what the browser keeps is this user's; `null` after signing out. */
export const keepFor = (userId: string | null) => {
  owner = userId ?? 'nobody'
}

/** The key under which the browser keeps something of the signed-in user. */
export const ownKey = (key: string) => `portal.${owner}.${key}`

/** Storage may be full, forbidden or broken: what is kept is a comfort, so a failure loses the comfort only. */
export const readKept = (storage: Storage, key: string): unknown => {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export const writeKept = (storage: Storage, key: string, value: unknown) => {
  try {
    if (value === null || value === undefined) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // The next visit starts from the default.
  }
}
