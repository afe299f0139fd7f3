import { keysOf, tableOf } from '@portal/contract/lib/typed'
import { definitions, type FigureKey } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { count } from '../../../lib/text/format.ts'

/** '1 request', '4,120 units' */
export const overText = (many: number, units = 'requests') =>
  `${count(many)} ${many === 1 ? units.replace(/s$/, '') : units}`

/** How many requests each figure covers, in words. */
export const oversOf = ({ totalRequests, over, top, loanAmountByProgram }: Summary): Record<FigureKey, string> => ({
  ...tableOf(keysOf(definitions), () => overText(totalRequests)),
  ...tableOf(keysOf(over), (key) => overText(over[key])),
  ...tableOf(keysOf(top), (key) => overText(top[key].over)),
  topReasons: overText(top.topReasons.over, 'variances'),
  prePostTurnTime: `${count(over.avgPreTurnTime)} ${slvTypeLabels.PRE}, ${count(over.avgPostTurnTime)} ${slvTypeLabels.POST}`,
  loanAmountByProgram: overText(loanAmountByProgram.reduce((sum, program) => sum + program.count, 0)),
})
