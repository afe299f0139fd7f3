import {
  Paper,
  SimpleGrid,
  Skeleton,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core'
import {
  type RoundChanges as Changes,
  compareRounds,
  countChanges,
  type VarianceChange,
} from '@portal/contract/history/compare'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { z } from 'zod'
import { usePersistedState } from '../../../lib/state/persisted-state.ts'
import { count as counted } from '../../../lib/text/format.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import { DocumentName } from '../../../records/document/document-name.tsx'
import { roundQuery } from '../../../records/history/queries.ts'
import { fieldLabel } from '../../../records/slv/field-text.ts'
import { TryAgain } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ChangeArrow, ChangeLine } from '../change-line.tsx'
import classes from '../history.module.css'

/** Above a resubmitted request: what changed since the round before it. */
export const RoundChanges = ({ slv }: { slv: SlvDetail }) =>
  slv.resubmitCount > 0 ? (
    <Panel slv={slv} before={slv.resubmitCount - 1} />
  ) : null

const Panel = ({ slv, before }: { slv: SlvDetail; before: number }) => {
  const [isOpen, setIsOpen] = usePersistedState(
    'slv.round-changes',
    z.boolean(),
    true,
  )
  const { data, error, refetch } = useQuery({
    ...roundQuery(slv.id, before),
    meta: { quiet: true },
  })
  const changes = data && compareRounds(data, slv)
  const body = useId()
  const title = `Changes since round ${before + 1}`
  if (changes && countChanges(changes) === 0)
    return (
      <Frame label={title}>
        <Title order={2} fz="md" mih="1.75rem">
          No changes since round {before + 1}
        </Title>
      </Frame>
    )
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Frame label={title}>
      <Title order={2} fz="md">
        <UnstyledButton
          w="100%"
          mih="1.75rem"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Chevron size={16} style={{ verticalAlign: 'middle' }} aria-hidden />{' '}
          {title}{' '}
          {changes && <Hint span>{countText(countChanges(changes))}</Hint>}
        </UnstyledButton>
      </Title>
      <div id={body} hidden={!isOpen}>
        {isOpen && changes && <ChangeLists slvId={slv.id} changes={changes} />}
        {isOpen && !changes && !error && <Skeleton height={14} width="40%" />}
        {isOpen && !changes && error && (
          <Hint mb="xs">
            Couldn’t load round {before + 1}.{' '}
            <TryAgain size="compact-sm" onClick={refetch} />
          </Hint>
        )}
      </div>
    </Frame>
  )
}

const Frame = ({ label, children }: { label: string; children: ReactNode }) => (
  <Paper
    component="section"
    mb="md"
    px="md"
    py="xs"
    bd="1px solid var(--portal-line)"
    style={{
      borderInlineStart: '3px solid var(--mantine-primary-color-filled)',
    }}
    aria-label={label}
  >
    {children}
  </Paper>
)

const countText = (changes: number) =>
  changes === 1 ? '1 change' : `${counted(changes)} changes`

const ChangeLists = ({
  slvId,
  changes,
}: {
  slvId: string
  changes: Changes
}) => {
  const { name } = useBranding()
  const { figures, documents, variances } = changes
  return (
    <SimpleGrid
      minColWidth="16rem"
      autoFlow="auto-fit"
      spacing="lg"
      verticalSpacing="xs"
      py="xs"
      fz="sm"
    >
      {figures.length > 0 && (
        <TitledList title="Request">
          {figures.map((change) => (
            <li key={change.field}>
              <ChangeLine
                change={change}
                label={fieldLabel(change.field, name)}
                withEmpty
              />
            </li>
          ))}
        </TitledList>
      )}
      {variances.added.length +
        variances.removed.length +
        variances.changed.length >
        0 && (
        <TitledList title="Variances">
          {variances.added.map(({ id, summary }) => (
            <li key={id}>
              <b>Added:</b> {summary}
            </li>
          ))}
          {variances.removed.map(({ id, summary }) => (
            <li key={id}>
              <b>Removed:</b> <Dimmed>{summary}</Dimmed>
            </li>
          ))}
          {variances.changed.map((change) => (
            <li key={change.after.id}>
              <b>Changed:</b>{' '}
              <ChangedVariance change={change} brandName={name} />
            </li>
          ))}
        </TitledList>
      )}
      {documents.length > 0 && (
        <TitledList title="Documents added">
          {documents.map((document) => (
            <li key={document.id}>
              <DocumentName slvId={slvId} document={document} />
            </li>
          ))}
        </TitledList>
      )}
    </SimpleGrid>
  )
}

const Dimmed = Text.withProps({ span: true, inherit: true, c: 'dimmed' })

const TitledList = ({
  title,
  children,
}: {
  title: string
  children: ReactNode
}) => (
  <div>
    <Title order={3} fz="xs" c="dimmed" fw={500} mb="0.25rem">
      {title}
    </Title>
    <ul className={classes.list}>{children}</ul>
  </div>
)

/** Fields that the summary of a variance contains. */
const inSummary: readonly string[] = [
  'reason',
  'parameter',
  'operator',
  'guidelineValue',
  'actualValue',
  'unit',
]

type ChangedVarianceProps = { change: VarianceChange; brandName: string }

const ChangedVariance = ({
  change: { before, after, fields },
  brandName,
}: ChangedVarianceProps) => {
  const others = fields
    .filter((field) => !inSummary.includes(field))
    .map((field) => fieldLabel(field, brandName))
  const isSummaryChanged = before.summary !== after.summary
  return (
    <>
      {isSummaryChanged && (
        <>
          <Dimmed>{before.summary}</Dimmed> <ChangeArrow />{' '}
        </>
      )}
      {after.summary}
      {others.length > 0 && (
        <Dimmed>
          {' '}
          ({`${isSummaryChanged ? 'also ' : ''}${others.join(', ')}`})
        </Dimmed>
      )}
    </>
  )
}
