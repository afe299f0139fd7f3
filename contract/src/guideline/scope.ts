import { compare, type Exact } from '../lib/exact.ts'
import { getKeys } from '../lib/typed.ts'
import { effectiveRatio } from '../slv/figures.ts'
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
export const scopeLists = getKeys(lists)
export const scopeBands = getKeys(bands)

/**
 * A credit score's band includes both ends; an amount's or an LTV's begins
 * above `min`.
 */
const isIn = (
  value: Exact,
  { min, max }: Band,
  key: keyof typeof bands,
): boolean => {
  if (max !== null && compare(value, max) > 0) return false
  if (min === null) return true
  const order = compare(value, min)
  return key === 'creditScore' ? order >= 0 : order > 0
}

/** The figures that bands compare; LTV is the effective one. */
export type BandFigures = Record<keyof typeof bands, Exact | null>

export const readBandFigures = (figures: Figures): BandFigures => ({
  creditScore: figures.creditScore ?? null,
  loanAmount: figures.loanAmount ?? null,
  ltv: effectiveRatio('ltv', figures),
})

/** Whether a part of a scope matches, or the empty field that would decide it. */
type PartMatch = boolean | FormFieldName

const matchList = (
  scope: Scope,
  figures: Figures,
  key: keyof typeof lists,
): PartMatch => {
  const wanted: readonly string[] | undefined = scope[key]
  if (wanted === undefined) return true
  const value = figures[lists[key]]
  return value ? wanted.includes(value) : lists[key]
}

const matchBand = (
  scope: Scope,
  figures: BandFigures,
  key: keyof typeof bands,
): PartMatch => {
  const band = scope[key]
  if (band === undefined) return true
  const value = figures[key]
  return value === null ? bands[key] : isIn(value, band, key)
}

const matchExperience = (scope: Scope, figures: Figures): PartMatch => {
  if (scope.isExperiencedInvestor === undefined) return true
  return typeof figures.isExperiencedInvestor === 'boolean'
    ? figures.isExperiencedInvestor === scope.isExperiencedInvestor
    : 'isExperiencedInvestor'
}

/**
 * Whether a scope matches: true, false, or the empty fields that would decide
 * it. Callers that match one loan with many scopes pass its `bandFigures`.
 */
export function matchScope(
  scope: Scope,
  figures: Figures,
  bandFigures: BandFigures = readBandFigures(figures),
): boolean | FormFieldName[] {
  const missing: FormFieldName[] = []
  for (const key of scopeLists) {
    const match = matchList(scope, figures, key)
    if (match === false) return false
    if (match !== true) missing.push(match)
  }
  for (const key of scopeBands) {
    const match = matchBand(scope, bandFigures, key)
    if (match === false) return false
    if (match !== true) missing.push(match)
  }
  const match = matchExperience(scope, figures)
  if (match === false) return false
  if (match !== true) missing.push(match)
  return missing.length === 0 || missing
}

/** How many parts of the scope narrow it. */
export const specificity = ({ misses: _, ...scope }: Scope): number =>
  Object.keys(scope).length

/** Whether a band that ends at `max` ends before one that begins at `min`. */
function isBefore(
  max: number | null,
  min: number | null,
  key: keyof typeof bands,
): boolean {
  if (max === null || min === null) return false
  return key === 'creditScore' ? max < min : max <= min
}

const overlap = (
  a: Band | undefined,
  b: Band | undefined,
  key: keyof typeof bands,
): boolean => {
  if (!a || !b) return true
  return !isBefore(a.max, b.min, key) && !isBefore(b.max, a.min, key)
}

function shareValue(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): boolean {
  if (!a || !b) return true
  return a.some((value) => b.includes(value))
}

/** Whether some loan is in both scopes. */
export function scopesOverlap(a: Scope, b: Scope): boolean {
  const hasCommonValues = scopeLists.every((key) => shareValue(a[key], b[key]))
  const hasCommonBands = scopeBands.every((key) => overlap(a[key], b[key], key))
  if (!hasCommonValues || !hasCommonBands) return false

  const [left, right] = [a.isExperiencedInvestor, b.isExperiencedInvestor]
  return left === undefined || right === undefined || left === right
}

/**
 * Rules that can apply to the same loan only one at a time; one with conditions
 * is a group by itself.
 */
export function ruleGroup({
  program,
  parameter,
  severity,
  scope,
}: Pick<Rule, 'program' | 'parameter' | 'severity' | 'scope'>): string {
  const group = `${program}/${parameter}/${severity}`
  if (!scope.misses) return group
  return `${group}/${JSON.stringify(scope.misses)}`
}
