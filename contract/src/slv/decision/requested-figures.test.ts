import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SlvDetail } from '../answers.ts'
import { DecisionFields } from '../bodies.ts'
import { formProblems } from '../form.ts'
import { requestedFigures } from './requested-figures.ts'

const dollars = fc
  .integer({ min: 0, max: 99_999_999_999 })
  .map((cents) => cents / 100)

const amounts = fc.record({
  loanAmount: dollars,
  appraisedValueAmount: dollars,
  secondLienDrawnAmount: dollars,
  incomeUsedAmount: dollars,
  residualMoIncomeAmount: dollars,
  totalPostCloseReservesAmount: dollars,
  proposedHousingPaymentAmount: fc.oneof(dollars, fc.constant(0.01)),
})

test('a decision accepts the figures of every request that can be sent', () => {
  const ratioFields = ['ltv', 'cltv', 'hcltv', 'dti']
  fc.assert(
    fc.property(amounts, (slv) => {
      const isOutOfRange = formProblems({ ...slv, ltv: 80, dti: 40 }, []).some(
        ({ field }) => ratioFields.includes(field),
      )
      fc.pre(!isOutOfRange)
      const figures = requestedFigures(slv as unknown as SlvDetail)
      expect(DecisionFields.safeParse(figures).error).toBeUndefined()
    }),
  )
})
