import { Group, Stack, Text } from '@mantine/core'
import type { VersionEffect } from '@portal/contract/guideline/api'
import type { Verdict } from '@portal/contract/guideline/evaluate'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count, text } from '../../../lib/text/format.ts'
import { LoadFailed } from '../../../ui/message.tsx'
import { ListSkeleton } from '../../../ui/paged.tsx'
import { Hint } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { verdictLabels } from '../shared/verdict-labels.ts'
import { effectQuery } from './queries.ts'

/** What publishing the saved rules today would change for open and decided requests. */
export const EffectView = ({ id, isEdited }: { id: string; isEdited: boolean }) => {
  const { data, error, refetch } = useQuery(effectQuery(id))
  if (error) return <LoadFailed what="the effect" error={error} onClick={refetch} />
  if (!data) return <ListSkeleton label="Counting the effect" />
  const { open, decided } = data
  return (
    <Stack>
      {isEdited && <Hint>Counted with the saved rules. Save your changes to count them.</Hint>}
      <Group gap="xl">
        <Figure
          label="Open SLVs whose verdict changes"
          value={`${count(open.changed)} of ${count(open.total)}`}
        />
        <Figure
          label="Decided in 12 months: would now need a variance"
          value={`${count(decided.newlyNeeded)} of ${count(decided.total)}`}
        />
        <Figure
          label="Decided in 12 months: would no longer need one"
          value={`${count(decided.noLongerNeeded)} of ${count(decided.total)}`}
        />
      </Group>
      <Examples title="Open SLVs" items={open.items} />
      <Examples title="Decided requests" items={decided.items} />
    </Stack>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text fz="xl" fw={600}>
      {value}
    </Text>
  </div>
)

type Example = VersionEffect['open']['items'][number]

const Examples = ({ title, items }: { title: string; items: readonly Example[] }) =>
  items.length > 0 && (
    <SmallTable caption={`${title} whose verdict changes`} heads={['Loan', 'Program', 'Before', 'After']}>
      <tbody>
        {items.map(({ id, loanNumber, program, before, after }) => (
          <tr key={id}>
            <td>
              <Link to="/slv/review-request/$proxyLoanId" params={{ proxyLoanId: id }}>
                {loanNumber}
              </Link>
            </td>
            <td>{text(program)}</td>
            <td>{verdictLabels[before satisfies Verdict]}</td>
            <td>{verdictLabels[after satisfies Verdict]}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
