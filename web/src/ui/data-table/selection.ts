/** Adds ids to the selection, or removes them. */
export const withRows = (
  selected: ReadonlySet<string>,
  ids: readonly string[],
  isOn: boolean,
): Set<string> =>
  isOn
    ? new Set([...selected, ...ids])
    : new Set([...selected].filter((id) => !ids.includes(id)))

/**
 * Switches one row; with `from` (shift) all rows between the two get the new
 * state of this row.
 */
export const toggleRow = (
  selected: ReadonlySet<string>,
  ids: readonly string[],
  id: string,
  from: string | null = null,
): Set<string> => {
  const [one, other] = [ids.indexOf(from ?? id), ids.indexOf(id)]
  const range =
    one < 0 || other < 0
      ? [id]
      : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
  return withRows(selected, range, !selected.has(id))
}
