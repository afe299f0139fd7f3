import { dayAfter } from '../sla/calendar.ts'
import { formFieldNames, formFields } from '../slv/form.ts'
import {
  occupancies,
  occupancyLabels,
  propertyTypeLabels,
  propertyTypes,
  purposes,
} from '../slv/model.ts'
import type { RulesAnswer } from './api.ts'
import { meets } from './evaluate.ts'
import type { Figures } from './figures.ts'
import type { Band, Program, Rule } from './model.ts'
import {
  matchScope,
  ruleGroup,
  scopeBands,
  scopeLists,
  scopesOverlap,
} from './scope.ts'

type Limit = Omit<Rule, 'id' | 'unit'>

/** The codes of the programs that have rules, each once. */
export const listPrograms = (
  rules: readonly Pick<Rule, 'program'>[],
): string[] => [...new Set(rules.map(({ program }) => program))]

/**
 * The suggested first day of a draft. If none of its programs has guidelines
 * yet, it starts with the first of them, so that loans that are already locked
 * can be evaluated; otherwise it starts tomorrow.
 */
export function suggestStart(
  { rules, mayStartInPast }: Pick<RulesAnswer, 'rules' | 'mayStartInPast'>,
  programs: readonly Program[],
  today: string,
): string {
  const codes = listPrograms(rules)
  const [start] = programs
    .filter(({ code }) => codes.includes(code))
    .map(({ activeFrom }) => activeFrom)
    .sort()
  return mayStartInPast && start ? start : dayAfter(today)
}

/**
 * Pairs of rules, by their places in the list, that apply to the same loan: a
 * version with one can't be published.
 */
export function findOverlaps(rules: readonly Limit[]): [number, number][] {
  const groups = Map.groupBy(rules.entries(), ([, rule]) => ruleGroup(rule))
  const overlaps: [number, number][] = []
  for (const group of groups.values())
    for (const [index, [place, rule]] of group.entries())
      for (const [otherPlace, otherRule] of group.slice(index + 1))
        if (scopesOverlap(rule.scope, otherRule.scope))
          overlaps.push([place, otherPlace])
  return overlaps
}

/**
 * A loan for which a program limits a parameter elsewhere but not here, as
 * people read it.
 */
export type Gap = {
  program: string
  parameter: Rule['parameter']
  loan: string
}

const maxCells = 5_000

/**
 * Gaps inside what the rules of a program and parameter span. Values beyond the
 * outermost bands are no gaps: a matrix ends somewhere. States are compared
 * only where rules name some.
 */
export function findGaps(rules: readonly Limit[], maxGaps = 50): Gap[] {
  const gaps: Gap[] = []
  const limits = rules.filter(
    ({ severity, scope }) => severity === 'REVIEW' && !scope.misses,
  )
  const groups = Map.groupBy(
    limits,
    (rule) => `${rule.program}/${rule.parameter}`,
  )
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { program, parameter } = first
    for (const example of generateCells(group)) {
      if (gaps.length === maxGaps) return gaps
      const isLimited = group.some(
        ({ scope }) => matchScope(scope, example) === true,
      )
      if (!isLimited)
        gaps.push({ program, parameter, loan: describeLoan(example) })
    }
  }
  return gaps
}

/** A field of the form, and a value in each part of it that the rules name. */
type Axis = { field: keyof Figures; values: readonly unknown[] }

/** A loan in each cell of the grid that the scopes of these rules make. */
function* generateCells(rules: readonly Limit[]): Generator<Figures> {
  const axes = listAxes(rules)
  const total = axes.reduce((cells, { values }) => cells * values.length, 1)
  for (let cell = 0; cell < Math.min(total, maxCells); cell++)
    yield loanInCell(axes, cell)
}

/** Counts through the cells: the first axis changes fastest. */
function loanInCell(axes: readonly Axis[], cell: number): Figures {
  let remaining = cell
  const loan: Record<string, unknown> = {}
  for (const { field, values } of axes) {
    loan[field] = values[remaining % values.length]
    remaining = Math.floor(remaining / values.length)
  }
  return loan
}

function listAxes(rules: readonly Limit[]): Axis[] {
  const scopes = rules.map(({ scope }) => scope)
  const axes: Axis[] = []
  if (scopes.some((scope) => scope.occupancies))
    axes.push({
      field: 'occupancy',
      values: occupancies.filter((occupancy) => occupancy !== 'U'),
    })
  if (scopes.some((scope) => scope.purposes))
    axes.push({ field: 'purpose', values: purposes })
  if (scopes.some((scope) => scope.propertyTypes))
    axes.push({ field: 'propertyType', values: propertyTypes })
  const states = new Set(scopes.flatMap((scope) => scope.states ?? []))
  if (states.size > 0) axes.push({ field: 'state', values: [...states] })

  for (const key of scopeBands) {
    const bands = scopes.flatMap((scope) => scope[key] ?? [])
    if (bands.length === 0) continue
    axes.push({ field: key, values: sampleBands(bands, key) })
  }
  if (scopes.some((scope) => scope.isExperiencedInvestor !== undefined))
    axes.push({ field: 'isExperiencedInvestor', values: [true, false] })
  return axes
}

/** 'Occupancy: Investment · FICO: 700' */
function describeLoan(loan: Figures): string {
  const parts: string[] = []
  for (const field of formFieldNames) {
    const value = loan[field]
    if (value === undefined || value === null) continue
    parts.push(`${formFields[field].label}: ${formatValue(value)}`)
  }
  return parts.join(' · ')
}

function formatValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return choiceLabels[String(value)] ?? value.toLocaleString('en-US')
}

const choiceLabels: Record<string, string> = {
  ...occupancyLabels,
  ...propertyTypeLabels,
}

/**
 * A value in each part into which the edges of these bands divide the figure,
 * from the lowest band to the highest. A credit score's band includes its
 * `min`; the others begin a step above it.
 */
function sampleBands(
  bands: readonly Band[],
  key: (typeof scopeBands)[number],
): number[] {
  const isWhole = key === 'creditScore'
  const step = isWhole ? 1 : 0.01
  const starts: number[] = []
  const ends: number[] = []
  for (const { min, max } of bands) {
    if (min !== null) starts.push(isWhole ? min : min + step)
    if (max !== null) ends.push(max)
  }
  const isOpenBelow = bands.some(({ min }) => min === null)
  const isOpenAbove = bands.some(({ max }) => max === null)
  const lowest = isOpenBelow ? Number.NEGATIVE_INFINITY : Math.min(...starts)
  const highest = isOpenAbove ? Number.POSITIVE_INFINITY : Math.max(...ends)

  const afterEnds = ends.map((end) => end + step)
  const samples = new Set([...starts, ...ends, ...afterEnds])
  return [...samples]
    .filter((value) => value >= lowest && value <= highest)
    .toSorted((left, right) => left - right)
}

/**
 * A rule beside the one of the same program, parameter, severity and scope in
 * the version before.
 */
export type RuleChange<R extends Limit = Rule> = {
  before: R | null
  after: R | null
  isLooser: boolean
}

/** The same for two rules that limit the same loans. */
const ruleKey = (rule: Limit) =>
  `${ruleGroup(rule)}/${JSON.stringify(scopeParts(rule))}`

const scopeParts = ({ scope }: Limit) => [
  ...scopeLists.map((name) => scope[name]?.toSorted() ?? null),
  ...scopeBands.map((name) => {
    const band = scope[name]
    return band ? [band.min, band.max] : null
  }),
  scope.isExperiencedInvestor ?? null,
]

/**
 * What differs between two versions, rule by rule; a removed or weaker limit is
 * looser.
 */
export function compareRules<R extends Limit>(
  before: readonly R[],
  after: readonly R[],
): RuleChange<R>[] {
  /** The earlier rules that no later one has replaced. */
  const remaining = new Map(before.map((rule) => [ruleKey(rule), rule]))
  const changes: RuleChange<R>[] = []
  for (const rule of after) {
    const key = ruleKey(rule)
    const previous = remaining.get(key) ?? null
    remaining.delete(key)
    const isSame =
      previous &&
      previous.value === rule.value &&
      previous.citation === rule.citation &&
      previous.text === rule.text
    if (!isSame)
      changes.push({
        before: previous,
        after: rule,
        isLooser: previous !== null && isLooser(previous, rule),
      })
  }
  for (const rule of remaining.values())
    changes.push({ before: rule, after: null, isLooser: true })
  return changes
}

/** Whether the later rule accepts the limit of the earlier one. */
const isLooser = (before: Limit, after: Limit): boolean => {
  if (before.value === after.value) return false
  if (after.operator === '=') return after.value === 1
  return meets(after.operator, before.value, after.value)
}
