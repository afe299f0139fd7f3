import type { Problem } from '@portal/contract/lib/errors'
import { type Read, same, type Typed, type TypedValues, type Value, type Values, without } from './values.ts'

/**
 * One sheet under a person's hands: what the server holds, and what was typed over it and is not there yet.
 * Everything that can happen to it is a function from one state to the next; nothing typed is ever dropped by accident.
 */
export type Edits = {
  base: Values
  typed: TypedValues
  /** What is on its way to the server now. */
  sending: TypedValues
  /** Typed values that the server did not take, with why; typing again clears it. */
  refused: Readonly<Record<string, string>>
  /** Fields that somebody else changed too: `base` holds theirs, `typed` ours, and a person must choose. */
  contested: readonly string[]
}

export const noEdits = (base: Values): Edits => ({ base, typed: {}, sending: {}, refused: {}, contested: [] })

export const isDirty = (edits: Edits) => Object.keys(edits.typed).length > 0

/** Takes what was typed; typing back what the server holds leaves nothing to save. */
export const typeInto = (edits: Edits, name: string, typed: Typed, read: Read): Edits => {
  const reading = read(name, typed)
  const isBack = 'value' in reading && same(reading.value, edits.base[name]) && !(name in edits.sending)
  return {
    ...edits,
    typed: isBack ? without(edits.typed, name) : { ...edits.typed, [name]: typed },
    refused: without(edits.refused, name),
    contested: isBack ? edits.contested.filter((other) => other !== name) : edits.contested,
  }
}

/** What can be saved now: changed, readable, not refused and not contested. Null when there is nothing. */
export const readyToSave = (edits: Edits, read: Read): { values: Values; typed: TypedValues } | null => {
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

export const startSending = (edits: Edits, typed: TypedValues): Edits => ({ ...edits, sending: typed })

/** What was on its way did not arrive: it is still typed, and will be sent again. */
export const stopSending = (edits: Edits): Edits => ({ ...edits, sending: {} })

/** The server has what was sent. What was typed over it since stays typed. */
export const settle = (edits: Edits, answer: Values, read: Read): Edits => {
  const sent = Object.entries(edits.sending)
  const arrived = sent.filter(([name, typed]) => edits.typed[name] === typed).map(([name]) => name)
  const sentBase = Object.fromEntries(sent.map(([name]) => [name, answer[name] ?? null]))
  const settled = {
    ...stopSending(edits),
    base: { ...edits.base, ...sentBase },
    typed: without(edits.typed, ...arrived),
  }
  return merge(settled, answer, read)
}

/** The server would not take some of what was sent. Answers with null when it named none of ours. */
export const refuse = (edits: Edits, problems: readonly Problem[]): Edits | null => {
  const ours = problems.flatMap(({ field, error }) => {
    const name = Object.keys(edits.sending).find((sent) => field === sent || field.startsWith(`${sent}.`))
    return name === undefined ? [] : [[name, error] as const]
  })
  if (ours.length === 0) return null
  const current = ours.filter(([name]) => edits.typed[name] === edits.sending[name])
  return { ...stopSending(edits), refused: { ...edits.refused, ...Object.fromEntries(current) } }
}

/**
 * Takes the server's newer values: what only one side changed merges silently, what both changed alike is done,
 * and what they changed differently is contested.
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

/** The person's own value stands: it will be saved over the other one. */
export const keepMine = (edits: Edits, name: string): Edits => ({
  ...edits,
  contested: edits.contested.filter((other) => other !== name),
})

/** What was typed is let go: the server's value stands. */
export const takeTheirs = (edits: Edits, name: string): Edits => ({
  ...keepMine(edits, name),
  typed: without(edits.typed, name),
  refused: without(edits.refused, name),
})

/** The value as it stands now; undefined while what is typed cannot be read. */
export const valueNow = (edits: Edits, name: string, read: Read): Value | undefined => {
  const typed = edits.typed[name]
  if (typed === undefined) return edits.base[name] ?? null
  const reading = read(name, typed)
  return 'value' in reading ? reading.value : undefined
}

/** Typed values that cannot be saved as they are, each with why. */
export const unsavable = (edits: Edits, read: Read): Problem[] =>
  Object.entries(edits.typed).flatMap(([field, typed]) => {
    const reading = read(field, typed)
    const error = 'error' in reading ? reading.error : edits.refused[field]
    return error === undefined ? [] : [{ field, error }]
  })
