import type { CompensatingFactor } from '@portal/contract/slv-request/model'

/** What a field holds on the server; an unanswered one is null. */
export type Value = string | number | boolean | null | readonly CompensatingFactor[]

/** What stands in an input: text as it was typed, a yes or no, or rows. Nothing is '' or null. */
export type Typed = string | boolean | null | readonly CompensatingFactor[]

export type Values = Readonly<Record<string, Value>>
export type TypedValues = Readonly<Record<string, Typed>>

/** What was typed, understood: the value that the server would get, or why it would not take it. */
export type Reading = { value: Value } | { error: string }

/** Understands what stands in one input. Each sheet (the form, a variance) has its own. */
export type Read = (name: string, typed: Typed) => Reading

const bare = (value: Value | undefined) => (value === '' || value === undefined ? null : value)

/** True when both say the same; no answer and an empty text are the same. */
export const same = (a: Value | undefined, b: Value | undefined): boolean =>
  bare(a) === bare(b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** The record without some of its names. */
export const without = <T>(record: Readonly<Record<string, T>>, ...names: string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
