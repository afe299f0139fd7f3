import type { Problem } from '@portal/contract/lib/errors'
import { required } from '@portal/contract/lib/fields'
import { useState } from 'react'
import type { ZodType } from 'zod'
import { problemsOf } from '../../../lib/call-error.ts'
import { dropText, keepText, keptText } from '../../../lib/kept-text.ts'
import { fieldId, focusField } from '../../../ui/field-problems.tsx'

type Options<V> = {
  /** Under which what is typed is kept until it is sent, also over a session that ends. */
  name: string
  initial: V
  /** What the fields may hold while they are typed in. */
  typed: ZodType<V>
  /** What the server takes: the contract's body. */
  body: ZodType
}

const inDialog = (field: string) => `dialog.${field}`

/** The fields of one dialog: what is typed, what is wrong with it by the contract or by the server, and sending it. */
export const useDialogForm = <V extends object>({ name, initial, typed, body }: Options<V>) => {
  const [values, setValues] = useState<V>(() => {
    const kept = typed.safeParse(keptText(name))
    return kept.success ? kept.data : initial
  })
  const [problems, setProblems] = useState<readonly Problem[]>([])

  const set = (part: Partial<V>) => {
    const next = { ...values, ...part }
    const touched = Object.keys(part)
    setValues(next)
    keepText(name, next)
    setProblems(problems.filter(({ field }) => !touched.some((one) => field === one || field.startsWith(`${one}.`))))
  }
  const show = (found: readonly Problem[]) => {
    setProblems(found)
    const [first] = found
    if (first) requestAnimationFrame(() => focusField(inDialog(first.field)))
  }
  const submit = async (send: (values: V) => Promise<unknown>) => {
    const checked = body.safeParse(values)
    if (!checked.success) {
      show(
        checked.error.issues.map(({ path, message }) => ({
          field: path.join('.'),
          error: told(values, path, message),
        })),
      )
      throw new Error('Check the highlighted fields.')
    }
    try {
      await send(values)
      dropText(name)
    } catch (error) {
      show(problemsOf(error))
      throw error
    }
  }
  /** Spread on an input: where problems lead, and what is wrong. */
  const field = (path: string) => ({
    id: fieldId(inDialog(path)),
    error: problems.find((problem) => problem.field === path)?.error,
  })

  return { values, set, submit, field, problems, drop: () => dropText(name) }
}

/** What was not chosen yet is missing, however the schema puts it. */
const told = (values: object, [first]: readonly PropertyKey[], message: string) =>
  new Map<PropertyKey, unknown>(Object.entries(values)).get(first ?? '') === null ? required : message
