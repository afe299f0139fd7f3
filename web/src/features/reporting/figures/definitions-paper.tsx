import { keysOf } from '@portal/contract/lib/typed'
import type { Capacity } from '@portal/contract/reporting/capacity'
import {
  type CapacityKey,
  capacityDefinitions,
  capacityText,
  countedText,
  type Definition,
  definitions,
} from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import paper from './figures-paper.module.css'
import { oversOf, overText } from './overs.ts'
import { daysText } from './scene.ts'

/** What the figures are, and over how many: in small print, for whoever holds the paper and can press nothing. */
export const DefinitionsPaper = ({ summary, capacity }: { summary: Summary; capacity: Capacity }) => {
  const overs = oversOf(summary)
  const { totals, months } = capacity
  const units: Record<CapacityKey, string> = {
    totalUnits: overText(totals.totalUnits, 'units'),
    avgUnits: overText(months.length, 'months'),
    avgLoanAmount: `${overText(totals.over.avgLoanAmount, 'units')} in all`,
    avgTurntime: `${overText(totals.over.avgTurntime, 'units')} in all`,
    countBy: `${overText(totals.totalUnits, 'units')} in all`,
  }
  return (
    <section className={paper.definitions} aria-labelledby="definitions">
      <h2 id="definitions">What the figures are</h2>
      <p>
        {countedText} {usual}: {daysText(summary.days)}.
      </p>
      <dl>
        {keysOf(definitions).map((key) => (
          <Entry key={key} definition={definitions[key]} over={overs[key]} />
        ))}
      </dl>
      <h3>Underwriter Capacity</h3>
      <p>
        {capacityText} {usual}: {daysText(capacity.days)}.
      </p>
      <dl>
        {keysOf(capacityDefinitions).map((key) => (
          <Entry key={key} definition={capacityDefinitions[key]} over={units[key]} />
        ))}
      </dl>
    </section>
  )
}

/** From when almost all figures are: said once. */
const usual = definitions.totalRequests.from

const Entry = ({ definition: { label, what, from, over: whom }, over }: { definition: Definition; over: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {what}. {from !== usual && `${from}. `}
      {whom}: {over}.
    </dd>
  </div>
)
