/** The selection after one row was switched; with `from` (shift held) the whole stretch takes the row's new state. */
export const switched = (
  selected: ReadonlySet<string>,
  ids: readonly string[],
  id: string,
  from: string | null = null,
): Set<string> => {
  const next = new Set(selected)
  const isOn = !selected.has(id)
  const [one, other] = [ids.indexOf(from ?? id), ids.indexOf(id)]
  const stretch = one < 0 || other < 0 ? [id] : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
  for (const each of stretch)
    if (isOn) next.add(each)
    else next.delete(each)
  return next
}

/** The selection after all rows of the page were switched on or off; what is selected on other pages stays. */
export const allSwitched = (selected: ReadonlySet<string>, ids: readonly string[], isOn: boolean): Set<string> => {
  const next = new Set(selected)
  for (const id of ids)
    if (isOn) next.add(id)
    else next.delete(id)
  return next
}

/** '3 selected', and how many of them are on other pages or beyond the search: what is done is done with those, too. */
export const selectedText = (selected: ReadonlySet<string>, visible: readonly string[]): string => {
  const beyond = [...selected].filter((id) => !visible.includes(id)).length
  return `${selected.size} selected${beyond > 0 ? `, ${beyond} not on this page` : ''}`
}
