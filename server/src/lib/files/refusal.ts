import { AppError } from '../errors.ts'

/**
 * The refusal of a file; `why` follows its name. The field shows clients that a
 * retry is useless.
 */
export const refuse = (name: string, why: string) => {
  const error = `"${name}" ${why}`
  return new AppError('bad_request', error, {
    details: [{ field: 'file', error }],
  })
}

export const damaged = (name: string, what: string) =>
  refuse(name, `is damaged or incomplete: ${what}`)
