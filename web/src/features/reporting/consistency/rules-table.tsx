import { Button } from '@mantine/core'
import { parameters } from '@portal/contract/guideline/model'
import type { RuleFigures } from '@portal/contract/reporting/consistency'
import { useState } from 'react'
import { bps, count, percent, signed } from '../../../lib/text/format.ts'
import { CellNote, SmallTable } from '../../../ui/small-table.tsx'
import { RuleCount } from './rule-count.tsx'

const heads = [
  'Guideline',
  'Program',
  'Requested',
  'Share of the program’s SLVs',
  'Approved',
  'Denied',
  'Median price',
  'Middle 50% of prices',
]
const firstRows = 25

type RulesTableProps = { rules: readonly RuleFigures[] }

/** All guidelines with variances by program, the most requested first. */
export const RulesTable = ({ rules }: RulesTableProps) => {
  const [isAll, setIsAll] = useState(false)
  const shown = isAll ? rules : rules.slice(0, firstRows)
  return (
    <>
      <SmallTable region="Table of guidelines and programs" heads={heads}>
        {shown.map((rule) => (
          <RuleRow key={`${rule.parameter} ${rule.program}`} rule={rule} />
        ))}
      </SmallTable>
      {rules.length > shown.length && (
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => setIsAll(true)}
        >
          {`Show all ${count(rules.length)}`}
        </Button>
      )}
    </>
  )
}

/** '−50 to −25 bps' */
const halfText = ({ priceLow, priceHigh }: RuleFigures): string =>
  priceLow === null || priceHigh === null || priceLow === priceHigh
    ? bps(priceLow)
    : `${signed(priceLow)} to ${bps(priceHigh)}`

const RuleRow = ({ rule }: { rule: RuleFigures }) => (
  <tr>
    <th scope="row">{parameters[rule.parameter].label}</th>
    <td>{rule.program}</td>
    <td>
      <RuleCount rule={rule} of="Requested" value={rule.asked} />
    </td>
    <td>
      {percent((rule.asked / rule.loans) * 100)}
      <CellNote>{`of ${count(rule.loans)}`}</CellNote>
    </td>
    <td>
      <RuleCount
        rule={rule}
        of="Approved"
        status="APPROVED"
        value={rule.approved}
      />
    </td>
    <td>
      <RuleCount
        rule={rule}
        of="Denied"
        status="DECLINED"
        value={rule.declined}
      />
    </td>
    <td>{bps(rule.priceMedian)}</td>
    <td>{halfText(rule)}</td>
  </tr>
)
