/** Which item of a menu a key leads to, from the item `at`; null when it leads nowhere. A letter goes to the next that starts with it. */
export const nextItem = (key: string, at: number, labels: readonly string[]): number | null => {
  const { length } = labels
  if (length === 0) return null
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return (at - 1 + length) % length
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  if ([...key].length !== 1 || key === ' ') return null
  const starts = (index: number) => labels[index % length]?.trim().toLowerCase().startsWith(key.toLowerCase())
  for (let index = at + 1; index <= at + length; index++) if (starts(index)) return index % length
  return null
}
