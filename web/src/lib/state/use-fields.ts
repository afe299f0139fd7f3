import type { Problem } from '@portal/contract/lib/errors'
import { type ChangeEvent, useState } from 'react'

type TextKey<Draft> = {
  [Key in keyof Draft & string]: Draft[Key] extends string | null ? Key : never
}[keyof Draft & string]

/**
 * The draft of a form, and the props that connect its inputs to it by field:
 * the value, its change, and its problem.
 */
export const useFields = <Draft extends object>(
  initial: Draft | (() => Draft),
  problemsOf: readonly Problem[] | ((draft: Draft) => readonly Problem[]),
) => {
  const [draft, setDraft] = useState(initial)
  const problems =
    typeof problemsOf === 'function' ? problemsOf(draft) : problemsOf
  const change = (part: Partial<Draft>) =>
    setDraft((now) => ({ ...now, ...part }))
  const set = (name: keyof Draft, value: unknown) =>
    change({ [name]: value } as Partial<Draft>)
  const findError = (name: string) =>
    problems.find(({ field }) => field === name)?.error
  return {
    draft,
    setDraft,
    change,
    errorOf: findError,
    /**
     * For inputs with a change event; `read` makes the value of what is typed.
     */
    text: <Key extends TextKey<Draft>>(
      name: Key,
      read: (typed: string) => Draft[Key] | string = (typed) => typed,
    ) => ({
      value: (draft[name] ?? '') as string,
      error: findError(name),
      onChange: ({
        currentTarget,
      }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, read(currentTarget.value)),
    }),
    /** For inputs that report their value. */
    choice: <Key extends keyof Draft & string>(name: Key) => ({
      value: draft[name],
      error: findError(name),
      onChange: (value: Draft[Key] | null) => set(name, value),
    }),
  }
}
