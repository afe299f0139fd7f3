import type { EvaluationAnswer } from '../../guideline/answers.ts'
import type { Fit } from '../../guideline/fit.ts'
import { fitText } from '../../guideline/fit-text.ts'
import { joinSentences } from '../../lib/sentences.ts'
import type { SlvRequest } from '../../slv-request/model.ts'

type Requests = readonly Pick<SlvRequest, 'parameter'>[]

/** A variance without a figure is needed whatever the other figures are. */
const haveFigures = (requests: Requests): boolean =>
  requests.every(({ parameter }) => parameter !== null)

const afterDenial =
  'You can resubmit with different figures, more documents or more compensating factors, or ask the underwriter in the conversation.'

/** A borrower who needs the money doesn't take much less of it. */
const leastShareOfLoan = 0.8

/** Whether a loan might be changed like this. */
const isPlausible = ({ field, from, to }: Fit): boolean =>
  field !== 'loanAmount' || to >= leastShareOfLoan * from

/**
 * What a seller can do after a denial, with the nearest fit if each variance
 * has a figure.
 */
export const afterDenialText = (
  requests: Requests,
  nearest: Fit | null,
): string =>
  nearest && isPlausible(nearest) && haveFigures(requests)
    ? joinSentences([afterDenial, fitText(nearest)])
    : afterDenial

/**
 * What needs no variance under the guidelines in effect today: another program
 * for the loan as it is, and the nearest change of its figures. Nothing unless
 * each variance has a figure.
 */
export const listFits = (
  requests: Requests,
  { nearest, alternatives }: Pick<EvaluationAnswer, 'nearest' | 'alternatives'>,
): string[] => {
  if (!haveFigures(requests)) return []
  const programs = alternatives.map(({ name }) => `Fits ${name} as is.`)
  return nearest && isPlausible(nearest)
    ? [...programs, fitText(nearest)]
    : programs
}
