import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { VersionEffect } from '@portal/contract/guideline/api'
import { parameters } from '@portal/contract/guideline/model'
import { distanceText, limitText } from '@portal/contract/guideline/texts'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count, text } from '../../../lib/text/format.ts'
import { Loaded } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { effectQuery } from '../manage/queries.ts'
import { verdictLabels } from '../shared/verdict-labels.ts'

/** '14 open SLVs change: 9 now need a variance, 5 no longer need one.' */
const effectSentence = ({
  open: { changed, newlyNeeded, noLongerNeeded },
}: VersionEffect): string => {
  if (changed === 0) return 'No open SLVs are affected.'
  if (changed === noLongerNeeded)
    return changed === 1
      ? '1 open SLV changes: it no longer needs a variance.'
      : `${count(changed)} open SLVs change: they no longer need a variance.`
  const others = changed - newlyNeeded - noLongerNeeded
  const parts = [
    newlyNeeded > 0 &&
      `${count(newlyNeeded)} now ${newlyNeeded === 1 ? 'needs' : 'need'} a variance`,
    noLongerNeeded > 0 &&
      `${count(noLongerNeeded)} no longer ${noLongerNeeded === 1 ? 'needs' : 'need'} one`,
    others > 0 &&
      `${count(others)} ${others === 1 ? 'changes' : 'change'} otherwise`,
  ].filter(Boolean)
  const slvsChange = changed === 1 ? 'SLV changes' : 'SLVs change'
  return `${count(changed)} open ${slvsChange}: ${parts.join(', ')}.`
}

/**
 * '1,200 requests were decided in the last 12 months: 30 would now need a
 * variance, 4 no longer would.'
 */
const decidedSentence = ({
  months,
  total,
  newlyNeeded,
  noLongerNeeded,
}: VersionEffect['decided']): string => {
  const requestsWere = total === 1 ? 'request was' : 'requests were'
  return (
    `${count(total)} ${requestsWere} decided in the last ${months} months: ` +
    `${count(newlyNeeded)} would now need a variance, ${count(noLongerNeeded)} no longer would.`
  )
}

/**
 * What publishing the saved rules would change, compared with the rules in
 * force today.
 */
export const EffectView = ({
  id,
  isEdited,
}: {
  id: string
  isEdited: boolean
}) => (
  <Loaded
    what="the effect"
    query={useQuery(effectQuery(id))}
    skeleton={<ListSkeleton label="Calculating the effect" />}
  >
    {(effect) => <Effect effect={effect} isEdited={isEdited} />}
  </Loaded>
)

const Effect = ({
  effect,
  isEdited,
}: {
  effect: VersionEffect
  isEdited: boolean
}) => {
  const { open, decided } = effect
  return (
    <Stack>
      {isEdited && (
        <Hint>
          Based on the saved rules. Save your changes to include them.
        </Hint>
      )}
      <div>
        <Text fw={600}>{effectSentence(effect)}</Text>
        <Text>{decidedSentence(decided)}</Text>
        <Hint>
          Compared with the rules in effect today. Requests already sent keep
          their version. {count(open.total)}{' '}
          {open.total === 1 ? 'SLV is' : 'SLVs are'} open.
        </Hint>
      </div>
      {open.items.length > 0 && <EffectTable items={open.items} />}
      {open.changed > open.items.length && (
        <Hint>
          {open.items.length > 0
            ? `Showing the first ${open.items.length} of ${count(open.changed)}.`
            : 'You don’t have access to any of these SLVs.'}
        </Hint>
      )}
    </Stack>
  )
}

type Item = VersionEffect['open']['items'][number]
type Change = Item['changes'][number]

/** 'met (≤ 80%)', '10 points short (≥ 680)' */
const sideText = (
  parameter: Change['parameter'],
  finding: Change['before'],
): string => {
  if (!finding) return 'no rule'
  const { state, operator, limit, distance } = finding
  const rule = limitText({ parameter, operator, value: limit })
  if (state === 'MEETS') return `met (${rule})`
  if (state === 'COVERED') return `covered (${rule})`
  if (state === 'NOT_EVALUATED') return `not evaluated (${rule})`
  const miss =
    distance === null
      ? 'missed'
      : distanceText({ operator, distance, unit: parameters[parameter].unit })
  return `${miss} (${rule})${state === 'KNOCKED_OUT' ? ', knockout' : ''}`
}

const EffectTable = ({ items }: { items: readonly Item[] }) => (
  <SmallTable
    region="Open SLVs affected"
    heads={['Loan', 'Seller', 'Status', 'Today', 'With this version', 'Why']}
  >
    {items.map(
      ({ id, loanNumber, sellerName, status, before, after, changes }) => (
        <tr key={id}>
          <th scope="row">
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/slv/manage-request/$proxyLoanId"
                  params={{ proxyLoanId: id }}
                />
              )}
            >
              {text(loanNumber)}
            </Anchor>
          </th>
          <td>{sellerName}</td>
          <td>{slvStatusLabels[status]}</td>
          <td>{verdictLabels[before]}</td>
          <td>{verdictLabels[after]}</td>
          <td style={{ minWidth: '16rem' }}>
            {changes.map((change) => (
              <div key={change.parameter}>
                {parameters[change.parameter].label}:{' '}
                {sideText(change.parameter, change.before)} →{' '}
                {sideText(change.parameter, change.after)}
              </div>
            ))}
          </td>
        </tr>
      ),
    )}
  </SmallTable>
)

/**
 * The effect in one sentence, with links to the SLVs: for the dialog that
 * publishes.
 */
export const EffectSummary = ({ id }: { id: string }) => {
  const { data, error } = useQuery(effectQuery(id))
  if (error)
    return (
      <Hint>Couldn’t calculate the effect on open SLVs: {error.message}</Hint>
    )
  if (!data)
    return <Hint role="status">Calculating the effect on open SLVs…</Hint>
  return (
    <div>
      <Text fw={600}>{effectSentence(data)}</Text>
      {data.open.items.length > 0 && (
        <Group gap="xs" mah="8rem" style={{ overflowY: 'auto' }}>
          {data.open.items.map(({ id, loanNumber, after }) => (
            <Anchor
              key={id}
              size="sm"
              title={verdictLabels[after]}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/slv/manage-request/$proxyLoanId"
                  params={{ proxyLoanId: id }}
                  target="_blank"
                />
              )}
            >
              {text(loanNumber)}
            </Anchor>
          ))}
        </Group>
      )}
    </div>
  )
}
