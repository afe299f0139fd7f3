import { toProblems } from '../lib/problems.ts'
import { getKeys, isOneOf } from '../lib/typed.ts'
import {
  type NumberKind,
  notANumber,
  parseNumber,
} from '../lib/typed-values.ts'
import {
  occupancies,
  occupancyLabels,
  propertyTypeLabels,
  propertyTypes,
  purposes,
  states,
} from '../slv/model.ts'
import {
  type Band,
  getOperator,
  isYesNo,
  NewRule,
  type Parameter,
  parameterNames,
  parameters,
  type Rule,
  severities,
} from './model.ts'
import { generateRuleText } from './rule-text.ts'

/**
 * The columns of a matrix of rules: in the editor, when pasted from Excel, and
 * in a workbook.
 */
export const ruleColumns = {
  program: 'Program',
  parameter: 'Parameter',
  severity: 'Severity',
  value: 'Limit',
  occupancies: 'Occupancy',
  purposes: 'Purpose',
  propertyTypes: 'Property type',
  states: 'States',
  scoreMin: 'FICO from',
  scoreMax: 'FICO to',
  amountMin: 'Amount over',
  amountMax: 'Amount up to',
  ltvMin: 'LTV over',
  ltvMax: 'LTV up to',
  isExperiencedInvestor: 'Experienced investor',
  misses: 'Also misses',
  citation: 'Citation',
  text: 'Guideline text',
} as const
export type RuleColumn = keyof typeof ruleColumns
export const ruleColumnNames = getKeys(ruleColumns)

/**
 * A row of the matrix as people write it: one text per column, empty where the
 * scope is open.
 */
export type RuleCells = Record<RuleColumn, string>

/** What people write in the columns that take words. */
export const columnHelp = {
  parameter: parameterNames.map((name) => parameters[name].label).join(', '),
  severity:
    'Review: a variance may be requested. Knockout: no variance allowed.',
  value:
    'In the unit of the parameter: 660, 80, 1.25. Property types and states: Allowed or Not allowed.',
  occupancies: Object.values(occupancyLabels).join(', '),
  purposes: purposes.join(', '),
  propertyTypes: Object.values(propertyTypeLabels).join(', '),
  states: 'CA, NY',
  misses: 'For knockouts only: FICO by 5',
} as const satisfies Partial<Record<RuleColumn, string>>

const severityLabels = { REVIEW: 'Review', KNOCKOUT: 'Knockout' } as const
const joined = (values: readonly string[] | undefined) =>
  values?.join(', ') ?? ''
const written = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: 3 })
const bound = (band: Band | undefined, end: keyof Band) => {
  const value = band?.[end] ?? null
  return value === null ? '' : written(value)
}

const limitCell = ({ parameter, value }: Pick<Rule, 'parameter' | 'value'>) => {
  if (!isYesNo(parameter)) return written(value)
  return value === 1 ? 'Allowed' : 'Not allowed'
}

const yesNoCell = (value: boolean | undefined) => {
  if (value === undefined) return ''
  return value ? 'Yes' : 'No'
}

/** A rule as a row of the matrix. */
export const toCells = ({
  scope,
  ...rule
}: Omit<Rule, 'id' | 'unit'>): RuleCells => ({
  program: rule.program,
  parameter: parameters[rule.parameter].label,
  severity: severityLabels[rule.severity],
  value: limitCell(rule),
  occupancies: joined(scope.occupancies?.map((key) => occupancyLabels[key])),
  purposes: joined(scope.purposes),
  propertyTypes: joined(scope.propertyTypes),
  states: joined(scope.states),
  scoreMin: bound(scope.creditScore, 'min'),
  scoreMax: bound(scope.creditScore, 'max'),
  amountMin: bound(scope.loanAmount, 'min'),
  amountMax: bound(scope.loanAmount, 'max'),
  ltvMin: bound(scope.ltv, 'min'),
  ltvMax: bound(scope.ltv, 'max'),
  isExperiencedInvestor: yesNoCell(scope.isExperiencedInvestor),
  misses:
    scope.misses
      ?.map(({ parameter, by }) => `${parameters[parameter].label} by ${by}`)
      .join(', ') ?? '',
  citation: rule.citation,
  text: rule.text,
})

class CellError extends Error {}
const refuse = (message: string): never => {
  throw new CellError(message)
}

const same = (a: string, b: string) =>
  a.trim().toLowerCase() === b.trim().toLowerCase()

const readParameter = (text: string): Parameter =>
  parameterNames.find(
    (name) => same(name, text) || same(parameters[name].label, text),
  ) ?? refuse('Unknown parameter. Examples: FICO, LTV')

/** '1,000,000', '$1,000,000' and '80%' are numbers; empty text is null. */
const readNumber = (
  text: string,
  kind: NumberKind = 'number',
): number | null => {
  if (text.trim() === '') return null
  const parsed = parseNumber(kind, text)
  if ('value' in parsed) return parsed.value
  return refuse(parsed.error === notANumber ? 'Not a number' : parsed.error)
}

/** Limits whose unit changes how they are read: 125% is a DSCR of 1.25. */
const limitKinds: Partial<Record<string, NumberKind>> = {
  $: 'money',
  x: 'coverage',
}

const readLimit = (text: string, parameter: Parameter | undefined): number => {
  if (same(text, 'allowed')) return 1
  if (same(text, 'not allowed')) return 0
  const unit = parameter === undefined ? null : parameters[parameter].unit
  return readNumber(text, limitKinds[unit ?? '']) ?? refuse('Required')
}

/** Values by code or label, separated by commas; undefined for empty text. */
const readList = <T extends string>(
  text: string,
  values: readonly T[],
  labels: Partial<Record<T, string>> = {},
): T[] | undefined => {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  if (parts.length === 0) return undefined
  return parts.map(
    (part) =>
      values.find(
        (value) => same(value, part) || same(labels[value] ?? '', part),
      ) ??
      refuse(
        `Unknown: ${part.trim()}. Use ${values.map((value) => labels[value] ?? value).join(', ')}`,
      ),
  )
}

const readYesNo = (text: string): boolean | undefined => {
  if (text.trim() === '') return undefined
  if (same(text, 'yes')) return true
  return same(text, 'no') ? false : refuse('Yes or No')
}

const readMisses = (text: string) => {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  if (parts.length === 0) return undefined
  return parts.map((part) => {
    const [name = '', by = ''] = part.split(/ by /i)
    return {
      parameter: readParameter(name),
      by: readNumber(by) ?? refuse('Use this format: FICO by 5'),
    }
  })
}

const readStates = (text: string) => {
  const codes = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const unknown = codes.find((code) => !isOneOf(states, code))
  if (unknown) refuse(`Unknown state ${unknown}. Use codes, such as CA, NY`)
  return codes.length === 0 ? undefined : codes
}

/** The column that shows the problem of a rule's field. */
const columnOf: Record<string, RuleColumn> = {
  'scope.creditScore': 'scoreMin',
  'scope.creditScore.max': 'scoreMax',
  'scope.loanAmount': 'amountMin',
  'scope.ltv': 'ltvMin',
  operator: 'value',
  scope: 'misses',
}
const parsePlace = (field: string): RuleColumn => {
  const place = columnOf[field]
  if (place) return place
  const [first = '', second = ''] = field.split('.')
  const name =
    first === 'scope' && second
      ? (columnOf[`scope.${second}`] ?? second)
      : (columnOf[first] ?? first)
  return ruleColumnNames.find((column) => column === name) ?? 'parameter'
}

/**
 * The text generated from a row's parameter and limit; empty while either can't
 * be read.
 */
function generateCellText(cells: RuleCells): string {
  try {
    const parameter = readParameter(cells.parameter)
    return generateRuleText({
      parameter,
      value: readLimit(cells.value, parameter),
    })
  } catch (error) {
    if (error instanceof CellError) return ''
    throw error
  }
}

/**
 * Changes cells of a row. A text that was generated from the limit is generated
 * again, unless it is changed too.
 */
export function followLimit(
  cells: RuleCells,
  changes: Partial<RuleCells>,
): RuleCells {
  const changed = { ...cells, ...changes }
  const isGenerated = cells.text.trim() === generateCellText(cells)
  if (changes.text !== undefined || !isGenerated) return changed
  return { ...changed, text: generateCellText(changed) }
}

export type CellProblem = { column: RuleColumn; error: string }

/** Reads a row of the matrix: the rule, or the problem of each cell. */
export function readRule(
  cells: RuleCells,
  id?: string,
): { rule: NewRule | null; problems: CellProblem[] } {
  const problems: CellProblem[] = []
  const read: CellReader = (column, reader) => {
    try {
      return reader(cells[column])
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      problems.push({ column, error: error.message })
      return undefined
    }
  }
  const parameter = read('parameter', readParameter)
  const parsed = NewRule.safeParse({
    id,
    program: cells.program.trim(),
    parameter,
    operator: parameter && getOperator(parameter),
    value: read('value', (text) => readLimit(text, parameter)),
    severity: read('severity', readSeverity),
    scope: readScope(read),
    citation: cells.citation,
    text: cells.text,
  })
  if (parsed.success && problems.length === 0)
    return { rule: parsed.data, problems: [] }
  const fromSchema = parsed.success
    ? []
    : toProblems(parsed.error.issues)
        // The operator follows from the parameter, which has its own problem.
        .filter(({ field }) => parameter !== undefined || field !== 'operator')
        .map(({ field, error }) => ({ column: parsePlace(field), error }))
  const more = fromSchema.filter(
    ({ column }) => !problems.some((known) => known.column === column),
  )
  return { rule: null, problems: [...problems, ...more] }
}

/** Reads a cell; undefined if it has a problem. */
type CellReader = <T>(
  column: RuleColumn,
  reader: (text: string) => T,
) => T | undefined

const readSeverity = (text: string) =>
  severities.find(
    (each) => same(each, text) || same(severityLabels[each], text),
  ) ?? refuse('Review or Knockout')

/** The parts of the scope that have a value. */
function readScope(read: CellReader) {
  const scope = {
    occupancies: read('occupancies', (text) =>
      readList(text, occupancies, occupancyLabels),
    ),
    purposes: read('purposes', (text) => readList(text, purposes)),
    propertyTypes: read('propertyTypes', (text) =>
      readList(text, propertyTypes, propertyTypeLabels),
    ),
    states: read('states', readStates),
    creditScore: readBand(read, 'scoreMin', 'scoreMax'),
    loanAmount: readBand(read, 'amountMin', 'amountMax'),
    ltv: readBand(read, 'ltvMin', 'ltvMax'),
    isExperiencedInvestor: read('isExperiencedInvestor', readYesNo),
    misses: read('misses', readMisses),
  }
  const given = Object.entries(scope).filter(([, part]) => part !== undefined)
  return Object.fromEntries(given)
}

function readBand(
  read: CellReader,
  low: RuleColumn,
  high: RuleColumn,
): Band | undefined {
  const min = read(low, (text) => readNumber(text)) ?? null
  const max = read(high, (text) => readNumber(text)) ?? null
  return min === null && max === null ? undefined : { min, max }
}
