let owner = 'no-one'

/** Sets the user whose data the browser stores; `null` after signing out. */
export const setOwner = (userId: string | null) => {
  owner = userId ?? 'no-one'
}

/** The storage key of the signed-in user's data. */
export const ownKey = (key: string) => `portal.${owner}.${key}`

/**
 * Storage may be full, forbidden or broken; stored values are conveniences, so
 * failures are ignored.
 */
export const readStored = (storage: Storage, key: string): unknown => {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export const writeStored = (storage: Storage, key: string, value: unknown) => {
  try {
    if (value === null || value === undefined) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // The next visit starts from the default.
  }
}
