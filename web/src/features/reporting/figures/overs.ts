import type { FigureKey } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { count } from '../../../lib/format.ts'

/** '1 request', '4,120 units' */
export const overText = (many: number, units = 'requests') =>
  `${count(many)} ${many === 1 ? units.replace(/s$/, '') : units}`

/** Over how many each figure is, in words. */
export const oversOf = ({ totalRequests, over, top, loanAmountByProgram }: Summary): Record<FigureKey, string> => {
  const all = overText(totalRequests)
  return {
    totalRequests: all,
    avgTurnTime: overText(over.avgTurnTime),
    totalSlvs: all,
    avgSlvsByRequest: overText(over.avgSlvsByRequest),
    totalVolume: overText(over.totalVolume),
    avgLoanAmount: overText(over.avgLoanAmount),
    avgCreditScore: overText(over.avgCreditScore),
    avgLtv: overText(over.avgLtv),
    avgDti: overText(over.avgDti),
    avgDscr: overText(over.avgDscr),
    avgPostCloseReserves: overText(over.avgPostCloseReserves),
    prePostPercentage: all,
    prePostCount: all,
    prePostTurnTime: `${count(over.avgPreTurnTime)} ${slvTypeLabels.PRE}, ${count(over.avgPostTurnTime)} ${slvTypeLabels.POST}`,
    statusGroups: all,
    requestsOverTime: all,
    topSellers: overText(top.topSellers.over),
    topPrograms: overText(top.topPrograms.over),
    topStates: overText(top.topStates.over),
    topReasons: overText(top.topReasons.over, 'variances'),
    loanAmountByProgram: overText(loanAmountByProgram.reduce((sum, program) => sum + program.count, 0)),
    occupancyDistribution: all,
  }
}
