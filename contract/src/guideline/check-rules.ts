import { formFieldNames, formFields } from '../slv/form.ts'
import {
  occupancies,
  occupancyLabels,
  propertyTypeLabels,
  propertyTypes,
  purposes,
} from '../slv/model.ts'
import { meets } from './evaluate.ts'
import type { Figures } from './figures.ts'
import type { Band, Rule } from './model.ts'
import {
  matchScope,
  ruleGroup,
  scopeBands,
  scopeLists,
  scopesOverlap,
} from './scope.ts'

type Limit = Omit<Rule, 'id' | 'unit'>

/**
 * Pairs of rules, by their places in the list, that apply to the same loan: a
 * version with one can't be published.
 */
export function findOverlaps(rules: readonly Limit[]): [number, number][] {
  const groups = Map.groupBy(rules.entries(), ([, rule]) => ruleGroup(rule))
  return [...groups.values()].flatMap((group) =>
    group.flatMap(([first, { scope }], at) =>
      group
        .slice(at + 1)
        .filter(([, other]) => scopesOverlap(scope, other.scope))
        .map(([second]): [number, number] => [first, second]),
    ),
  )
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
export function findGaps(rules: readonly Limit[], most = 50): Gap[] {
  const gaps: Gap[] = []
  const groups = Map.groupBy(
    rules.filter(
      ({ severity, scope }) => severity === 'REVIEW' && !scope.misses,
    ),
    (rule) => `${rule.program}/${rule.parameter}`,
  )
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { program, parameter } = first
    for (const example of cellsOf(group)) {
      if (gaps.length === most) return gaps
      if (!group.some(({ scope }) => matchScope(scope, example) === true))
        gaps.push({ program, parameter, loan: exampleText(example) })
    }
  }
  return gaps
}

/**
 * A loan in the middle of each cell of the grid that the scopes of these rules
 * draw.
 */
function* cellsOf(rules: readonly Limit[]): Generator<Figures> {
  const values = {
    occupancies: occupancies.filter((occupancy) => occupancy !== 'U'),
    purposes,
    propertyTypes,
    states: rules.flatMap(({ scope }) => scope.states ?? []),
  }
  const axes: [keyof Figures, readonly (string | number | boolean)[]][] = []
  for (const [key, field] of [
    ['occupancies', 'occupancy'],
    ['purposes', 'purpose'],
    ['propertyTypes', 'propertyType'],
    ['states', 'state'],
  ] as const)
    if (rules.some(({ scope }) => scope[key]))
      axes.push([field, [...new Set(values[key])]])
  for (const key of scopeBands) {
    const bands = rules.flatMap(({ scope }) => scope[key] ?? [])
    if (bands.length > 0)
      axes.push([key, insides(bands, key === 'creditScore')])
  }
  if (rules.some(({ scope }) => scope.isExperiencedInvestor !== undefined))
    axes.push(['isExperiencedInvestor', [true, false]])
  const total = axes.reduce((cells, [, each]) => cells * each.length, 1)
  for (let cell = 0; cell < Math.min(total, maxCells); cell++) {
    let rest = cell
    const example: Record<string, unknown> = {}
    for (const [field, each] of axes) {
      example[field] = each[rest % each.length]
      rest = Math.floor(rest / each.length)
    }
    yield example
  }
}

/** 'Occupancy: Investment · FICO: 700' */
const exampleText = (example: Figures): string =>
  formFieldNames
    .flatMap((field) => {
      const value = example[field]
      if (value === undefined || value === null) return []
      const text =
        typeof value === 'boolean'
          ? value
            ? 'Yes'
            : 'No'
          : (choiceLabels[String(value)] ?? value.toLocaleString('en-US'))
      return [`${formFields[field].label}: ${text}`]
    })
    .join(' · ')
const choiceLabels: Record<string, string> = {
  ...occupancyLabels,
  ...propertyTypeLabels,
}

/**
 * A value inside each piece into which the edges of these bands cut the figure,
 * from the lowest band to the highest.
 */
function insides(bands: readonly Band[], isWhole: boolean): number[] {
  const starts = bands.flatMap(({ min }) =>
    min === null ? [] : [isWhole ? min : min + 0.01],
  )
  const ends = bands.flatMap(({ max }) => (max === null ? [] : [max]))
  const isOpenBelow = bands.some(({ min }) => min === null)
  const isOpenAbove = bands.some(({ max }) => max === null)
  const edges = [
    ...new Set([
      ...starts,
      ...ends,
      ...ends.map((end) => (isWhole ? end + 1 : end + 0.01)),
    ]),
  ].toSorted((a, b) => a - b)
  const least = isOpenBelow ? Number.NEGATIVE_INFINITY : Math.min(...starts)
  const most = isOpenAbove ? Number.POSITIVE_INFINITY : Math.max(...ends)
  return edges.filter((edge) => edge >= least && edge <= most)
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

const identity = (rule: Limit) =>
  `${ruleGroup(rule)}/${JSON.stringify(scopeKey(rule))}`
const scopeKey = ({ scope }: Limit) => [
  ...scopeLists.map((key) => scope[key]?.toSorted() ?? null),
  ...scopeBands.map((key) =>
    scope[key] ? [scope[key].min, scope[key].max] : null,
  ),
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
  const old = new Map(before.map((rule) => [identity(rule), rule]))
  const changes: RuleChange<R>[] = []
  for (const rule of after) {
    const previous = old.get(identity(rule)) ?? null
    old.delete(identity(rule))
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
  return [
    ...changes,
    ...[...old.values()].map((rule) => ({
      before: rule,
      after: null,
      isLooser: true,
    })),
  ]
}

const isLooser = (before: Limit, after: Limit) =>
  before.value !== after.value &&
  (after.operator === '='
    ? after.value === 1
    : meets(after.operator, before.value, after.value))
