import type { SlvDetail } from '@portal/contract/slv/answers'
import { DecisionFields, decisionFieldNames } from '@portal/contract/slv/bodies'
import { Decision } from '@portal/contract/slv/status'
import * as format from '../../../lib/format.ts'
import { readNumber, writeNumber } from '../../../lib/number-text.ts'
import type { Read, Typed, Value, Values } from '../form/values.ts'

/** What the underwriter prepares: the decision and all that goes with it. */
export const decisionNames = ['temporaryStatus', ...decisionFieldNames] as const
export type DecisionName = (typeof decisionNames)[number]

const wordFields = ['currentGuideline', 'decisionComment', 'decisionCommentsInternal'] as const
/** True for the fields that are told in sentences. */
export const isWords = (name: string) => wordFields.some((field) => field === name)
const isDecisionName = (name: string): name is DecisionName => decisionNames.some((known) => known === name)

/** Understands one field of the decision and asks the contract whether it will do. */
export const readDecision: Read = (name, typed) => {
  if (!isDecisionName(name)) return { error: 'Unknown field' }
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (text === '') return { value: null }
  const value = isWords(name) || name === 'temporaryStatus' ? text : readNumber(text)
  if (value === 'wrong') return { error: 'Not a number' }
  const schema = name === 'temporaryStatus' ? Decision : DecisionFields.shape[name]
  const parsed = schema.safeParse(value)
  return parsed.success ? { value: parsed.data ?? null } : { error: parsed.error.issues[0]?.message ?? 'Invalid' }
}

/** A value of the decision as its input shows it when nobody types there. */
export const shownDecision = (name: DecisionName, value: Value | undefined): Typed => {
  if (value === null || value === undefined || typeof value === 'object') return ''
  if (typeof value !== 'number') return String(value)
  if (name === 'priceAdjustment') return format.signed(value)
  if (name === 'decisionDscr') return writeNumber(value, { min: 3, max: 3 })
  if (name === 'reserves') return writeNumber(value, { min: 0, max: 1 })
  return writeNumber(value, { min: 2, max: 2 })
}

/** The decision in preparation, as the server holds it. */
export const decisionValues = (slv: SlvDetail): Values =>
  Object.fromEntries(decisionNames.map((name) => [name, slv[name] ?? null]))
