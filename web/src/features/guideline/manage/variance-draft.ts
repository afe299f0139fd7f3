import {
  type ContractVarianceAnswer,
  NewContractVariance,
} from '@portal/contract/guideline/api'
import {
  getOperator,
  operatorSigns,
  type Parameter,
  parameters,
  type Scope,
} from '@portal/contract/guideline/model'
import type { scopeBands } from '@portal/contract/guideline/scope'
import { inUnit, sizeInUnit } from '@portal/contract/guideline/texts'
import type { Problem } from '@portal/contract/lib/errors'
import { explain, toProblems } from '@portal/contract/lib/problems'
import { parseNumber } from '@portal/contract/lib/typed-values'
import { civil } from '@portal/contract/sla/calendar'
import type { z } from 'zod'
import { writeNumber } from '../../../lib/text/number-text.ts'

type Band = (typeof scopeBands)[number]

/**
 * A contract variance as it is typed: numbers as text, empty where there is
 * none. `version` is the one that was read.
 */
export type VarianceDraft = {
  code: string
  sellerId: string
  programs: string[]
  parameter: Parameter | null
  value: string
  scope: Omit<Scope, Band | 'misses'>
  bands: Record<Band, { min: string; max: string }>
  from: string
  to: string
  capLoans: string
  capAmount: string
  version: number
}

const noBand = { min: '', max: '' }
export const newDraft = (): VarianceDraft => ({
  code: '',
  sellerId: '',
  programs: [],
  parameter: null,
  value: '',
  scope: {},
  version: 0,
  bands: { creditScore: noBand, loanAmount: noBand, ltv: noBand },
  from: civil(new Date()).day,
  to: '',
  capLoans: '',
  capAmount: '',
})

const written = (value: number | null | undefined) =>
  writeNumber(value ?? null, { min: 0, max: 3 })

export function toDraft(variance: ContractVarianceAnswer): VarianceDraft {
  const {
    code,
    sellerId,
    programs,
    parameter,
    value,
    from,
    to,
    capLoans,
    capAmount,
    version,
  } = variance
  const { creditScore, loanAmount, ltv, ...scope } = variance.scope
  const band = (stored: Scope[Band]) => ({
    min: written(stored?.min),
    max: written(stored?.max),
  })
  return {
    code,
    sellerId,
    programs,
    parameter,
    scope,
    from,
    version,
    bands: {
      creditScore: band(creditScore),
      loanAmount: band(loanAmount),
      ltv: band(ltv),
    },
    value: written(value),
    to: to ?? '',
    capLoans: written(capLoans),
    capAmount: written(capAmount),
  }
}

/** Text that isn't a number becomes NaN, which the schema refuses. */
const read = (text: string) => {
  if (text.trim() === '') return null
  const parsed = parseNumber('number', text)
  return 'value' in parsed ? parsed.value : Number.NaN
}

/**
 * Reads what was typed: the body to send, or the problem of each field as the
 * server names them.
 */
export function readDraft(draft: VarianceDraft): {
  body: z.output<typeof NewContractVariance> | null
  problems: Problem[]
} {
  const { bands, version: _, ...typed } = draft
  const bandEntries = Object.entries(bands).flatMap(([key, { min, max }]) =>
    min.trim() || max.trim() ? [[key, { min: read(min), max: read(max) }]] : [],
  )
  const given = Object.entries(typed.scope).filter(
    ([, part]) =>
      part !== undefined && !(Array.isArray(part) && part.length === 0),
  )
  const typedBody = {
    ...typed,
    sellerId: typed.sellerId || undefined,
    value: read(typed.value),
    scope: Object.fromEntries([...given, ...bandEntries]),
    to: typed.to || null,
    capLoans: read(typed.capLoans),
    capAmount: read(typed.capAmount),
  }
  const parsed = NewContractVariance.safeParse(typedBody, { error: explain })
  return parsed.success
    ? { body: parsed.data, problems: [] }
    : { body: null, problems: toProblems(parsed.error.issues) }
}

/** '≥ 650', '≤ 80%', '≥ 4 months' */
export const relaxedLimit = (parameter: Parameter, value: number): string => {
  const { unit } = parameters[parameter]
  const text =
    unit === '%' || unit === 'points'
      ? inUnit(value, unit)
      : sizeInUnit(value, unit)
  return `${operatorSigns[getOperator(parameter)]} ${text}`
}

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
}).format
const loans = (count: number) => `${count} ${count === 1 ? 'loan' : 'loans'}`

/** '3 of 25 loans', '$1.2M of $5M', or '3 loans' without a cap. */
export const usedTexts = ({
  capLoans,
  capAmount,
  usedLoans,
  usedAmount,
}: Pick<
  ContractVarianceAnswer,
  'capLoans' | 'capAmount' | 'usedLoans' | 'usedAmount'
>): string[] => [
  ...(capLoans === null ? [] : [`${usedLoans} of ${loans(capLoans)}`]),
  ...(capAmount === null
    ? []
    : [`${short(usedAmount)} of ${short(capAmount)}`]),
  ...(capLoans === null && capAmount === null ? [loans(usedLoans)] : []),
]
