import {
  type Check,
  type CheckState,
  checkLabels,
  checkStateLabels,
} from '@portal/contract/system/model'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/message.tsx'
import { Section } from '../../ui/outline.tsx'
import { Hint } from '../../ui/presets.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { CellNote, SmallTable } from '../../ui/small-table.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import { checksQuery } from './queries.ts'

const colors: Record<CheckState, StatusColor> = {
  OK: 'green',
  WARNING: 'orange',
  FAILED: 'red',
  SKIPPED: 'gray',
}

/** What `npm run doctor` finds on this node, and what to do about it. */
export const Checks = () => {
  const query = useQuery(checksQuery)
  return (
    <Section id="checks" title="Checks on this node">
      <Loaded
        query={query}
        what="the checks"
        skeleton={<BlockSkeleton height={620} />}
      >
        {({ items }) => (
          <>
            <Hint mb="xs">
              The same checks as npm run doctor. The log has the responses of
              other systems.
            </Hint>
            <SmallTable
              heads={['Check', 'State', 'Result']}
              region="Table of checks"
            >
              {items.map((check) => (
                <CheckRow key={check.name} {...check} />
              ))}
            </SmallTable>
          </>
        )}
      </Loaded>
    </Section>
  )
}

const CheckRow = ({ name, state, finding, advice }: Check) => (
  <tr>
    <th scope="row">{checkLabels[name]}</th>
    <td>
      <StatusBadge label={checkStateLabels[state]} color={colors[state]} />
    </td>
    <td>
      {finding}
      {advice && <CellNote>{advice}</CellNote>}
    </td>
  </tr>
)
