import type { Problem } from '@portal/contract/lib/errors'
import { required } from '@portal/contract/lib/fields'
import { useState } from 'react'
import type { ZodType } from 'zod'
import { problemsOf } from '../../../lib/call-error.ts'
import { draftStorage } from '../../../lib/kept-text.ts'
import { fieldId, focusField } from '../../../ui/inputs/field-problems.tsx'

type Options<V> = {
  /** The key of the draft that is kept until it is sent, also when the session ends. */
  name: string
  initial: V
  typed: ZodType<V>
  body: ZodType
}

const inDialog = (field: string) => `dialog.${field}`

export const useDialogForm = <V extends object>({ name, initial, typed, body }: Options<V>) => {
  const [storage] = useState(() => draftStorage(sessionStorage, name, typed))
  const [values, setValues] = useState<V>(() => storage.read() ?? initial)
  const [problems, setProblems] = useState<readonly Problem[]>([])

  const drop = () => storage.write(null)
  const set = (part: Partial<V>) => {
    const next = { ...values, ...part }
    const touched = Object.keys(part)
    setValues(next)
    storage.write(next)
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
          error: errorText(values, path, message),
        })),
      )
      throw new Error('Check the highlighted fields')
    }
    try {
      await send(values)
      drop()
    } catch (error) {
      show(problemsOf(error))
      throw error
    }
  }
  const field = (path: string) => ({
    id: fieldId(inDialog(path)),
    error: problems.find((problem) => problem.field === path)?.error,
  })

  return { values, set, submit, field, problems, drop }
}

export type DialogForm<V extends object> = ReturnType<typeof useDialogForm<V>>

/** A field without a choice is required, however the schema says it. */
const errorText = (values: object, [first]: readonly PropertyKey[], message: string) =>
  new Map<PropertyKey, unknown>(Object.entries(values)).get(first ?? '') === null ? required : message
