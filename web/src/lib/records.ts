/** An object with a value for each key. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  read: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, Value>

/** The keys of an object that has no others. */
export const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

/** Values of a list as an address and a call write them; nothing for an empty list. */
export const joinValues = (values: readonly string[], separator = ',') => values.join(separator) || undefined
