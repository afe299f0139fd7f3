import type { NewSlvRequest } from '@portal/contract/slv-request/model'
import type { z } from 'zod'

/** A variance as the seller asks for it. */
export type Ask = z.input<typeof NewSlvRequest>

/** A guideline that a loan misses, and how often such an ask is made. */
export type Miss = Omit<Ask, 'compensatingFactors'> & { weight: number }
