import { useState } from 'react'
import { createIntent, type Intent } from './intent.ts'

/**
 * The intent of one button or form, for `call(…, { intent })` in a mutation:
 * see `intent.ts`.
 */
export const useIntent = (): Intent => useState(() => createIntent())[0]
