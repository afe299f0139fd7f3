/**
 * React keys for items whose texts may repeat; an item keeps its key when
 * another one is removed.
 */
export const keyed = <T>(
  items: readonly T[],
  textOf: (item: T) => string,
): { key: string; item: T }[] => {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const text = textOf(item)
    const nth = (seen.get(text) ?? 0) + 1
    seen.set(text, nth)
    return { key: `${nth} ${text}`, item }
  })
}
