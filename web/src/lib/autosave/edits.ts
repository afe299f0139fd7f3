import type { Problem } from '@portal/contract/lib/errors'

type Rows = readonly Readonly<Record<string, string>>[]

/** A field's value on the server; an unanswered one is null. */
export type Value = string | number | boolean | null | Rows

/**
 * The content of an input: text as it was typed, a yes or no, or rows. An empty
 * one is '' or null.
 */
export type Typed = string | boolean | null | Rows

export type Values = Readonly<Record<string, Value>>
export type TypedValues = Readonly<Record<string, Typed>>

/**
 * The value that the server would get, or why it would refuse it, with texts
 * that may have been meant.
 */
export type Reading =
  | { value: Value }
  | { error: string; suggestions?: readonly string[] }

/** Parses the content of one input. */
export type Read = (name: string, typed: Typed) => Reading

/**
 * One record that is being edited: the server's values, and what was typed over
 * them and isn't saved yet. Each function below returns the next state; only
 * `acceptTheirs` drops typed text.
 */
export type Edits = {
  base: Values
  typed: TypedValues
  /** The typed values that are being saved now. */
  sending: TypedValues
  /**
   * Typed values that the server refused, each with the reason. Typing again
   * clears it.
   */
  refused: Readonly<Record<string, string>>
  /**
   * Fields that someone else changed too: `base` has their value, `typed` ours,
   * and a person must choose.
   */
  contested: readonly string[]
}

const bare = (value: Value | undefined) =>
  value === '' || value === undefined ? null : value

/** True for equal values; no answer and an empty text are equal. */
const same = (a: Value | undefined, b: Value | undefined): boolean =>
  bare(a) === bare(b) ||
  (typeof a === 'object' &&
    typeof b === 'object' &&
    JSON.stringify(a) === JSON.stringify(b))

const without = <T>(
  record: Readonly<Record<string, T>>,
  ...names: string[]
): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => !names.includes(name)),
  )

export const noEdits = (base: Values): Edits => ({
  base,
  typed: {},
  sending: {},
  refused: {},
  contested: [],
})

export const isDirty = (edits: Edits) => Object.keys(edits.typed).length > 0

/**
 * Stores what was typed; typing the server's value again leaves nothing to
 * save.
 */
export const typeInto = (
  edits: Edits,
  name: string,
  typed: Typed,
  read: Read,
): Edits => {
  const reading = read(name, typed)
  const isBack =
    'value' in reading &&
    same(reading.value, edits.base[name]) &&
    !(name in edits.sending)
  return {
    ...edits,
    typed: isBack
      ? without(edits.typed, name)
      : { ...edits.typed, [name]: typed },
    refused: without(edits.refused, name),
    contested: isBack
      ? edits.contested.filter((other) => other !== name)
      : edits.contested,
  }
}

/**
 * What can be saved now: changed, readable, neither refused nor contested. Null
 * when there is nothing.
 */
export const readyToSave = (
  edits: Edits,
  read: Read,
): { values: Values; typed: TypedValues } | null => {
  const ready = Object.entries(edits.typed).flatMap(([name, typed]) => {
    if (name in edits.refused || edits.contested.includes(name)) return []
    const reading = read(name, typed)
    return 'value' in reading ? [{ name, typed, value: reading.value }] : []
  })
  if (ready.length === 0) return null
  return {
    values: Object.fromEntries(ready.map(({ name, value }) => [name, value])),
    typed: Object.fromEntries(ready.map(({ name, typed }) => [name, typed])),
  }
}

/** A save failed: its values are still typed and will be sent again. */
export const stopSending = (edits: Edits): Edits => ({ ...edits, sending: {} })

/** A save succeeded. Text that was typed over it since then stays typed. */
export const settle = (edits: Edits, answer: Values, read: Read): Edits => {
  const sent = Object.entries(edits.sending)
  const arrived = sent
    .filter(([name, typed]) => edits.typed[name] === typed)
    .map(([name]) => name)
  const sentBase = Object.fromEntries(
    sent.map(([name]) => [name, answer[name] ?? null]),
  )
  const settled = {
    ...stopSending(edits),
    base: { ...edits.base, ...sentBase },
    typed: without(edits.typed, ...arrived),
  }
  return merge(settled, answer, read)
}

/**
 * The server refused some of the values sent. Null when it named none of them.
 */
export const refuse = (
  edits: Edits,
  problems: readonly Problem[],
): Edits | null => {
  const ours = problems.flatMap(({ field, error }) => {
    const name = Object.keys(edits.sending).find(
      (sent) => field === sent || field.startsWith(`${sent}.`),
    )
    return name === undefined ? [] : [[name, error] as const]
  })
  if (ours.length === 0) return null
  const current = ours.filter(
    ([name]) => edits.typed[name] === edits.sending[name],
  )
  return {
    ...stopSending(edits),
    refused: { ...edits.refused, ...Object.fromEntries(current) },
  }
}

/**
 * Merges the server's newer values: a field that only one side changed merges
 * silently, one that both changed alike is done, and one that they changed
 * differently is contested.
 */
export const merge = (edits: Edits, theirs: Values, read: Read): Edits => {
  const contested = new Set(edits.contested)
  const done: string[] = []
  for (const [name, typed] of Object.entries(edits.typed)) {
    const reading = read(name, typed)
    if ('value' in reading && same(reading.value, theirs[name])) {
      done.push(name)
      contested.delete(name)
    } else if (!same(theirs[name], edits.base[name])) contested.add(name)
  }
  return {
    ...edits,
    base: { ...edits.base, ...theirs },
    typed: without(edits.typed, ...done),
    contested: [...contested],
  }
}

/**
 * Resolves a contested field with the typed value, which will be saved over the
 * other one.
 */
export const keepMine = (edits: Edits, name: string): Edits => ({
  ...edits,
  contested: edits.contested.filter((other) => other !== name),
})

/** Resolves a contested field with the server's value. */
export const acceptTheirs = (edits: Edits, name: string): Edits => ({
  ...keepMine(edits, name),
  typed: without(edits.typed, name),
  refused: without(edits.refused, name),
})

/** A field's current value; undefined while its typed text can't be read. */
export const valueNow = (
  edits: Edits,
  name: string,
  read: Read,
): Value | undefined => {
  const typed = edits.typed[name]
  if (typed === undefined) return edits.base[name] ?? null
  const reading = read(name, typed)
  return 'value' in reading ? reading.value : undefined
}

/**
 * Typed values that can't be saved as they are, by field, each with the reason.
 */
export const unsavable = (
  edits: Edits,
  read: Read,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(edits.typed).flatMap(([field, typed]) => {
      const reading = read(field, typed)
      const error = 'error' in reading ? reading.error : edits.refused[field]
      return error === undefined ? [] : [[field, error] as const]
    }),
  )

/**
 * The problem of each field that has one: text that can't be saved comes before
 * a value that is missing.
 */
export const problemsIn = <Name extends string>(
  names: readonly Name[],
  ...errors: readonly ReadonlyMap<string | undefined, string>[]
): (Problem & { field: Name })[] =>
  names.flatMap((field) => {
    const error = errors.find((byField) => byField.has(field))?.get(field)
    return error === undefined ? [] : [{ field, error }]
  })

/**
 * One field as its input shows it: text that can't be read as it was typed, any
 * other value by `show`.
 */
export const fieldIn = <N extends string>(
  edits: Edits,
  name: N,
  { read, show }: { read: Read; show: (name: N, value: Value) => Typed },
) => {
  const mine = valueNow(edits, name, read)
  const typed = edits.typed[name]
  const reading = typed === undefined ? null : read(name, typed)
  return {
    shown: mine === undefined ? (edits.typed[name] ?? '') : show(name, mine),
    mine,
    theirs: edits.base[name] ?? null,
    isContested: edits.contested.includes(name),
    /** What the typed text may mean, if it could mean two things. */
    suggestions:
      (reading && 'suggestions' in reading && reading.suggestions) || [],
  }
}

/**
 * A function of edits that is computed once per state, however many fields use
 * it.
 */
export const perEdits = <T, A extends unknown[] = []>(
  compute: (edits: Edits, ...fixed: A) => T,
) => {
  const results = new WeakMap<Edits, T>()
  return (edits: Edits, ...fixed: A): T => {
    const known = results.get(edits)
    if (known !== undefined) return known
    const result = compute(edits, ...fixed)
    results.set(edits, result)
    return result
  }
}
