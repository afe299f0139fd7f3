import { AppError } from '../lib/errors.ts'

/** The refusal of a file: `why` follows its name. */
export const refuse = (name: string, why: string) => new AppError('bad_request', `"${name}" ${why}`)
