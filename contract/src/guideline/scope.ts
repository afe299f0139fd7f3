import { keysOf } from '../lib/typed.ts'
import type { FormFieldName } from '../slv/form.ts'
import type { Figures } from './figures.ts'
import type { Band, Rule, Scope } from './model.ts'

/** The form's field behind each list and band of a scope. */
const lists = {
  occupancies: 'occupancy',
  purposes: 'purpose',
  propertyTypes: 'propertyType',
  states: 'state',
} as const satisfies Partial<Record<keyof Scope, FormFieldName>>
const bands = {
  creditScore: 'creditScore',
  loanAmount: 'loanAmount',
  ltv: 'ltv',
} as const satisfies Partial<Record<keyof Scope, FormFieldName>>
export const scopeLists = keysOf(lists)
export const scopeBands = keysOf(bands)

/** A credit score's band includes both ends; an amount's or an LTV's begins above `min`. */
const isIn = (value: number, { min, max }: Band, key: keyof typeof bands): boolean =>
  (min === null || (key === 'creditScore' ? value >= min : value > min)) && (max === null || value <= max)

/** Whether a scope matches: true, false, or the empty field that would decide it. */
export function matchScope(scope: Scope, figures: Figures): boolean | FormFieldName {
  let missing: FormFieldName | undefined
  for (const key of scopeLists) {
    const wanted: readonly string[] | undefined = scope[key]
    const value = figures[lists[key]]
    if (wanted === undefined) continue
    if (!value) missing ??= lists[key]
    else if (!wanted.includes(value)) return false
  }
  for (const key of scopeBands) {
    const band = scope[key]
    const value = figures[bands[key]]
    if (band === undefined) continue
    if (typeof value !== 'number') missing ??= bands[key]
    else if (!isIn(value, band, key)) return false
  }
  if (scope.isExperiencedInvestor !== undefined) {
    if (typeof figures.isExperiencedInvestor !== 'boolean') missing ??= 'isExperiencedInvestor'
    else if (figures.isExperiencedInvestor !== scope.isExperiencedInvestor) return false
  }
  return missing ?? true
}

/** How many parts of the scope narrow it. */
export const specificity = ({ misses: _, ...scope }: Scope): number => Object.keys(scope).length

const overlap = (a: Band | undefined, b: Band | undefined, key: keyof typeof bands): boolean => {
  if (!a || !b) return true
  const isBefore = (max: number | null, min: number | null) =>
    max !== null && min !== null && (key === 'creditScore' ? max < min : max <= min)
  return !isBefore(a.max, b.min) && !isBefore(b.max, a.min)
}

/** Whether some loan is in both scopes. */
export const scopesOverlap = (a: Scope, b: Scope): boolean =>
  scopeLists.every((key) => {
    const [left, right]: (readonly string[] | undefined)[] = [a[key], b[key]]
    return !left || !right || left.some((value) => right.includes(value))
  }) &&
  scopeBands.every((key) => overlap(a[key], b[key], key)) &&
  (a.isExperiencedInvestor ?? b.isExperiencedInvestor) === (b.isExperiencedInvestor ?? a.isExperiencedInvestor)

/** Rules that can apply to the same loan only one at a time; one with conditions is a group by itself. */
export const ruleGroup = ({
  program,
  parameter,
  severity,
  scope,
}: Pick<Rule, 'program' | 'parameter' | 'severity' | 'scope'>) =>
  `${program}/${parameter}/${severity}${scope.misses ? `/${JSON.stringify(scope.misses)}` : ''}`
