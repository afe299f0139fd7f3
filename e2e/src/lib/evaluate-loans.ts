import type { GuideAnswer } from '@portal/contract/guideline/api'
import { evaluateGroups, groupRules } from '@portal/contract/guideline/evaluate'
import type { Figures } from '@portal/contract/guideline/figures'
import {
  occupancies,
  propertyTypes,
  purposes,
  states,
} from '@portal/contract/slv/model'
import { checkVerdicts } from '@portal/contract/test/check-verdicts'
import { randomFrom } from '@portal/contract/test/random-loans'

/**
 * Judges random loans, some with missing figures, by their programs; returns a
 * hash of all answers and how many are eligible.
 */
function evaluateLoans({ programs, rules, asOf }: GuideAnswer, count: number) {
  const random = randomFrom(20_261_124)
  const between = (least: number, most: number, steps = 100) => {
    const value =
      Math.round((least + random() * (most - least)) * steps) / steps
    return random() < 0.03 ? null : value
  }
  const pick = <T>(items: readonly T[]) =>
    items[Math.floor(random() * items.length)] as T
  const groups = programs.map(({ code }) => ({
    code,
    ofIt: groupRules(code, rules),
  }))
  let hash = 0
  let eligible = 0
  for (let index = 0; index < count; index++) {
    const figures: Figures = {
      creditScore: between(580, 820, 1),
      ltv: between(30, 95),
      cltv: between(30, 95),
      hcltv: between(30, 100),
      dti: between(10, 60),
      dscr: between(0.5, 2, 1000),
      loanAmount: between(80_000, 3_500_000),
      totalPostCloseReservesAmount: between(0, 200_000),
      proposedHousingPaymentAmount: between(900, 20_000),
      currentHousingPaymentAmount: between(500, 9_000),
      cashOutAmount: between(0, 900_000),
      occupancy: pick(occupancies),
      purpose: pick(purposes),
      propertyType: pick(propertyTypes),
      state: pick(states),
      isExperiencedInvestor: pick([true, false, null]),
    }
    const { code, ofIt } = pick(groups)
    const answer = evaluateGroups(figures, code, ofIt, { asOf })
    if (answer.verdict === 'ELIGIBLE') eligible++
    for (const { state, distance, actual, limit } of answer.findings)
      for (const char of `${state}${distance}${actual}${limit}`)
        hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0
  }
  return { hash, eligible }
}

/**
 * Judges random loans by the guidelines in effect, and by random rules beside a
 * second computation.
 */
export const evaluateTwice = (guide: GuideAnswer, count: number) => ({
  byGuide: evaluateLoans(guide, count),
  byRandomRules: checkVerdicts(count),
})
