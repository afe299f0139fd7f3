/** What fields may hold. */
export type FieldValue = string | number | boolean | null
export type Values<F extends string> = Record<F, FieldValue>

/** A field that two people changed at once. */
export type Clash<F extends string = string> = { field: F; mine: FieldValue; theirs: FieldValue }

/** As the server keeps it: trimmed, and empty text is nothing. */
export const kept = (value: FieldValue | undefined): FieldValue => {
  const bare = typeof value === 'string' ? value.trim() : value
  return bare === '' || bare === undefined ? null : bare
}

/** The fields whose typed value the server does not have yet. */
export const unsaved = <F extends string>(typed: Values<F>, base: Values<F>): F[] =>
  namesOf(typed).filter((field) => kept(typed[field]) !== kept(base[field]))

/**
 * What to show when the server's values become `theirs`, given what was typed over `base` and what was sent last:
 * untouched fields follow the server, touched ones stay. A field clashes when both changed it, and not to the same.
 */
export const mergeTyped = <F extends string>(
  typed: Values<F>,
  base: Values<F>,
  theirs: Values<F>,
  sent: Partial<Values<F>> = {},
): { values: Values<F>; clashes: Clash<F>[] } => {
  const values = { ...typed }
  const clashes: Clash<F>[] = []
  for (const field of namesOf(typed)) {
    const [mine, was, is] = [kept(typed[field]), kept(base[field]), kept(theirs[field])]
    if (is === was || is === mine) continue
    const isOwnSave = field in sent && is === kept(sent[field])
    if (mine === was) values[field] = theirs[field]
    else if (!isOwnSave) clashes.push({ field, mine: typed[field], theirs: theirs[field] })
  }
  return { values, clashes }
}

const namesOf = <F extends string>(values: Values<F>) => Object.keys(values) as F[]
