import { type FormErrors, useForm } from '@mantine/form'
import { checkFields, type Problem } from '@portal/contract/lib/errors'
import { findProblems } from '@portal/contract/lib/problems'
import type { ZodType } from 'zod'
import { CallError, getProblems } from '../call-error.ts'

type Options<Values> = {
  initialValues: Values
  /** The contract's schema of what is sent. */
  schema: ZodType
  /** What is sent, if it isn't the values themselves. */
  toBody?: (values: Values) => unknown
  /** What the schema doesn't say, or says for the body but not for a field. */
  findOwnProblems?: (values: Values) => readonly Problem[]
}

/**
 * The form of a dialog. `form.getInputProps(name)` connects an input.
 * `submit(send)` checks the values as the server would and sends them; what the
 * contract or the server refuses is shown beside its field, until the field
 * changes.
 */
export function useSchemaForm<Values extends Record<string, unknown>>({
  initialValues,
  schema,
  toBody = (values) => values,
  findOwnProblems = () => [],
}: Options<Values>) {
  const findAllProblems = (values: Values): Problem[] => [
    ...findOwnProblems(values),
    ...findProblems(schema, toBody(values)),
  ]
  const form = useForm<Values>({
    initialValues,
    validate: (values) => toErrors(findAllProblems(values), values),
  })

  /** Throws if there are problems, and shows them. */
  const check = () => {
    form.validate()
    const details = findAllProblems(form.getValues())
    if (details.length > 0)
      throw new CallError('refused', { reason: checkFields, details })
  }

  const submit = async <Result>(
    send: (values: Values) => Promise<Result>,
  ): Promise<Result> => {
    check()
    const values = form.getValues()
    try {
      return await send(values)
    } catch (error) {
      form.setErrors(toErrors(getProblems(error), values))
      throw error
    }
  }
  return { form, check, submit }
}

/** A problem within a list, 'events.0', is shown at the list's field. */
const toErrors = (problems: readonly Problem[], values: object): FormErrors => {
  const errors: FormErrors = {}
  for (const { field, error } of problems) {
    const [first = ''] = field.split('.')
    errors[first in values ? first : field] ??= error
  }
  return errors
}
