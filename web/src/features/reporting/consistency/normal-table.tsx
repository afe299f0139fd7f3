import { Button } from '@mantine/core'
import { parameters } from '@portal/contract/guideline/model'
import {
  listWhyNormal,
  type RuleFigures,
} from '@portal/contract/reporting/consistency'
import { describeBand } from '@portal/contract/slv-request/like-cases'
import { managesGuidelines } from '@portal/contract/user/policy'
import { Link } from '@tanstack/react-router'
import { count, percent } from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { Hint } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { RuleCount } from './rule-count.tsx'

const heads = ['Guideline', 'Program', 'Approved', 'Why', 'New limit']
const maxRows = 20

type NormalTableProps = { rules: readonly RuleFigures[] }

const getShare = ({ approved, loans }: RuleFigures) => approved / loans

/** Rules whose exceptions have become routine, the largest share first. */
export const NormalTable = ({ rules }: NormalTableProps) => {
  const canSimulate = managesGuidelines(toActor(useProfile()))
  const normal = rules
    .filter((rule) => listWhyNormal(rule).length > 0)
    .toSorted((one, other) => getShare(other) - getShare(one))
  if (normal.length === 0)
    return <Hint>No exceptions have become routine.</Hint>
  return (
    <>
      <SmallTable
        region="Table of exceptions that have become routine"
        heads={canSimulate ? heads : heads.slice(0, -1)}
      >
        {normal.slice(0, maxRows).map((rule) => (
          <tr key={`${rule.parameter} ${rule.program}`}>
            <th scope="row">{parameters[rule.parameter].label}</th>
            <td>{rule.program}</td>
            <td>
              <RuleCount
                rule={rule}
                of="Approved"
                status="APPROVED"
                value={rule.approved}
              />
            </td>
            <td style={{ minWidth: '14rem' }}>
              <Why rule={rule} />
            </td>
            {canSimulate && (
              <td>
                <SimulateLink rule={rule} />
              </td>
            )}
          </tr>
        ))}
      </SmallTable>
      {normal.length > maxRows && (
        <Hint>{`Showing ${maxRows} of ${count(normal.length)}, the largest share first.`}</Hint>
      )}
    </>
  )
}

const Why = ({ rule }: { rule: RuleFigures }) => {
  const { alike, loans, parameter } = rule
  const why = listWhyNormal(rule)
  return (
    <>
      {why.includes('SHARE') && (
        <div>{`${percent(getShare(rule) * 100)} of the program’s ${count(loans)} SLVs`}</div>
      )}
      {alike && why.includes('ALIKE') && (
        <div>
          {`Similar approvals in ${alike.quarter}, ${describeBand({ ...alike, parameter })}: `}
          <RuleCount
            rule={rule}
            band={{ from: alike.from, to: alike.to }}
            of={`Approved in ${alike.quarter}`}
            status="APPROVED"
            quarter={alike.quarter}
            value={alike.approved}
          />
        </div>
      )}
    </>
  )
}

/** Opens a draft of the guidelines in which the limit is loosened. */
const SimulateLink = ({ rule }: { rule: RuleFigures }) => {
  const { parameter, program, missMedian } = rule
  return (
    <Button
      variant="default"
      size="compact-sm"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/settings/guidelines"
          search={{ parameter, program, by: missMedian ?? undefined }}
        />
      )}
    >
      Simulate a new limit
    </Button>
  )
}
