import type { Finding, Verdict } from '../../guideline/evaluate.ts'
import { getFields, isEmpty } from '../../guideline/figures.ts'
import { isYesNo, parameters } from '../../guideline/model.ts'
import { findingText, inUnit } from '../../guideline/texts.ts'
import type { Problem } from '../../lib/errors.ts'
import { required } from '../../lib/fields.ts'
import type { SlvRequest } from '../../slv-request/model.ts'
import { formFields, type PartialForm } from '../form.ts'

/** Why a request without a variance can't be sent. */
export const noVarianceText = (verdict: Verdict): string =>
  verdict === 'ELIGIBLE'
    ? 'The loan is eligible as is. No request is needed.'
    : 'Add at least one variance'

type Requests = readonly Pick<SlvRequest, 'parameter'>[]

/**
 * What would have to change so that a knockout no longer applies: 'LTV must be
 * at most 90%'.
 */
const requiredChange = ({
  parameter,
  operator,
  limit,
  unit,
}: Finding): string => {
  const { label } = parameters[parameter]
  if (isYesNo(parameter)) {
    const fieldLabels = getFields(parameter).map(
      (name) => formFields[name].label,
    )
    return `Change ${fieldLabels.join(' or ')}, or use a different program`
  }
  const bound = operator === '>=' ? 'at least' : 'at most'
  return `${label} must be ${bound} ${inUnit(limit, unit)}, or the loan needs a different program`
}

/**
 * 'LTV 95%, at most 90% is a knockout (§1): no variance can be granted. LTV
 * must be at most 90%, or …'
 */
export function knockoutText(finding: Finding): string {
  const knockout = `${findingText(finding)} is a knockout (${finding.citation})`
  return `${knockout}: no variance can be granted. ${requiredChange(finding)}.`
}

const findKnockouts = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ state }) => state === 'KNOCKED_OUT')

/**
 * Why a loan that isn't eligible can't be sent: each knockout, at the variance
 * that asks for it, else at its figure. No variance helps, whatever reason it
 * gives.
 */
export const sendingProblems = (
  findings: readonly Finding[],
  requests: Requests,
): Problem[] =>
  findKnockouts(findings).map((finding) => {
    const index = requests.findIndex(
      ({ parameter }) => parameter === finding.parameter,
    )
    const [figure = 'slvRequests'] = getFields(finding.parameter)
    const field = index === -1 ? figure : `slvRequests.${index}.parameter`
    return { field, error: knockoutText(finding) }
  })

/**
 * The empty fields without which it isn't known whether the loan is eligible. A
 * field with a value isn't asked for again: no payment shock follows from a
 * current payment of zero, which the seller can't change.
 */
export const missingProblems = (
  findings: readonly Finding[],
  form: PartialForm,
): Problem[] => {
  const fields = new Set(
    findings.flatMap(({ requiredFields = [] }) => requiredFields),
  )
  return [...fields]
    .filter((field) => isEmpty(form[field]))
    .map((field) => ({ field, error: required }))
}

/** Why a loan that isn't eligible can't be approved. */
export const approvalProblems = (findings: readonly Finding[]): Problem[] =>
  findKnockouts(findings).map((finding) => ({
    field: 'decision',
    error: knockoutText(finding),
  }))
