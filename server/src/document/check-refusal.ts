import { AppError } from '../lib/errors.ts'

/** The refusal of a file: `why` follows its name. */
export const refuse = (name: string, why: string) => new AppError('bad_request', `"${name}" ${why}`)

/** For what carries the signature of its type and then does not hold together. */
export const damaged = (name: string, what: string) => refuse(name, `is damaged or was cut off: ${what}`)
