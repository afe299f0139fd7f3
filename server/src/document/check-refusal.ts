import { AppError } from '../lib/errors.ts'

/** The refusal of a file: `why` follows its name. It names the field: this very file is not taken, however often it is sent. */
export const refuse = (name: string, why: string) => {
  const error = `"${name}" ${why}`
  return new AppError('bad_request', error, { details: [{ field: 'file', error }] })
}

/** For what carries the signature of its type and then does not hold together. */
export const damaged = (name: string, what: string) => refuse(name, `is damaged or was cut off: ${what}`)
