import {
  followLimit,
  readRule,
  toCells,
} from '@portal/contract/guideline/columns'
import {
  isYesNo,
  limitRange,
  type NewRule,
  type Parameter,
  parameters,
  type Rule,
} from '@portal/contract/guideline/model'
import { addDecimals } from '@portal/contract/lib/exact'

/** A limit that is looser by this much; a yes or no becomes allowed. */
export const loosenLimit = (
  { parameter, value }: Pick<Rule, 'parameter' | 'value'>,
  by: number,
): number => {
  if (isYesNo(parameter)) return 1
  const [least, most] = limitRange(parameter)
  const change = parameters[parameter].better === 'HIGHER' ? -by : by
  return Math.min(most, Math.max(least, addDecimals(value, change)))
}

/** Whether a variance of a parameter is measured against the rule. */
export const isReviewOf = (parameter: Parameter, rule: Rule): boolean =>
  rule.parameter === parameter && rule.severity === 'REVIEW'

/** A rule for a draft; a text that was generated from the limit follows it. */
const toNewRule = (rule: Rule, value: number): NewRule => {
  const cells = toCells(rule)
  const changed = toCells({ ...rule, value })
  const read = readRule(followLimit(cells, { value: changed.value }))
  if (!read.rule) throw new Error('A rule in effect can’t be read')
  return read.rule
}

/** The rules of a program in which the limits of a parameter are looser. */
export const loosenRules = (
  rules: readonly Rule[],
  parameter: Parameter,
  by: number,
): NewRule[] =>
  rules.map((rule) =>
    toNewRule(
      rule,
      isReviewOf(parameter, rule) ? loosenLimit(rule, by) : rule.value,
    ),
  )
