import { Button, Group, Input, NativeSelect, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReviewCategory } from '@portal/contract/review-category/api'
import * as model from '@portal/contract/review-category/model'
import { settableStatuses } from '@portal/contract/review-category/transitions'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { IconCheck, IconChevronDown, IconHistory, IconPlus, IconRotate } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { date, text } from '../../../lib/text/format.ts'
import { Picker } from '../../../ui/inputs/picker.tsx'
import { LoadFailed } from '../../../ui/message.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { Paged } from '../../../ui/paged.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge, type StatusColor } from '../../../ui/status-badge.tsx'
import { useProfile } from '../../auth/queries.ts'
import { EventTimeline } from '../../tdoc/shared/event-timeline.tsx'
import { reviewersQuery, underwritersQuery } from '../../user/queries.ts'
import { categoriesQuery, categoryHistoryQuery, useAddCategory, useChangeCategory, withChange } from '../queries.ts'

export const CategoryList = ({ tdoc }: { tdoc: Tdoc }) => {
  const { data, error, isFetching, refetch } = useQuery(categoriesQuery(tdoc.id))
  const [isStale, setIsStale] = useState(false)
  if (!data)
    return error ? (
      <LoadFailed what="the review categories" error={error} loading={isFetching} onClick={refetch} />
    ) : (
      <ListSkeleton label="Loading the review categories" />
    )
  const { completed, total } = model.progressOf(data)
  const left = model.categoryTypes.filter((type) => !data.some((category) => category.type === type))
  return (
    <Stack gap="sm">
      {isStale && (
        <WarningBox role="alert" fz="sm">
          Someone else just changed this Tdoc. The current values are shown; your change was not saved.
        </WarningBox>
      )}
      {data.length === 0 ? (
        <Hint>This Tdoc has no review categories.</Hint>
      ) : (
        <Text fw={500} role="status">
          {completed} of {total} completed
        </Text>
      )}
      {data.map((category) => (
        <CategoryCard key={category.id} category={category} onStale={setIsStale} />
      ))}
      {tdoc.availableActions.includes('add-category') && left.length > 0 && (
        <AddCategory tdocId={tdoc.id} left={left} />
      )}
    </Stack>
  )
}

const AddCategory = ({ tdocId, left }: { tdocId: string; left: readonly (typeof model.categoryTypes)[number][] }) => {
  const [chosen, setChosen] = useState(left[0])
  const add = useAddCategory(tdocId)
  const type = left.find((one) => one === chosen) ?? left[0]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (type) add.mutate(type)
      }}
    >
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Another category"
          value={type ?? ''}
          data={left.map((value) => ({ value, label: model.categoryTypeLabels[value] }))}
          onChange={({ currentTarget }) => setChosen(left.find((one) => one === currentTarget.value))}
        />
        <Button
          type="submit"
          variant="default"
          loading={add.isPending}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Add category
        </Button>
      </Group>
    </form>
  )
}

const colors: Record<model.CategoryStatus, StatusColor> = {
  NOT_REQUIRED: 'gray',
  REVIEW_REQUIRED: 'yellow',
  COMPLETED: 'green',
}

const buttons = [
  { kind: 'done', label: 'Mark done', variant: 'filled', Icon: IconCheck },
  { kind: 'undo', label: 'Undo', variant: 'default', Icon: IconRotate },
] as const

type CategoryCardProps = { category: ReviewCategory; onStale: (isStale: boolean) => void }

const CategoryCard = ({ category: saved, onStale }: CategoryCardProps) => {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const change = useChangeCategory(saved, onStale)
  const category = change.isPending ? withChange(saved, change.variables) : saved
  const { id, type, status, availableActions: may } = category
  const name = model.categoryTypeLabels[type]
  return (
    <Paper component="section" bd="1px solid var(--portal-line)" px="md" py="sm" aria-label={name}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={3}>{name}</Title>
          <StatusBadge label={model.categoryStatusLabels[status]} color={colors[status]} />
          <Group gap="xs" ml="auto">
            {buttons
              .filter(({ kind }) => may.includes(kind))
              .map(({ kind, label, variant, Icon }) => (
                <Button
                  key={kind}
                  size="compact-sm"
                  variant={variant}
                  loading={change.isPending}
                  leftSection={<Icon size={14} aria-hidden />}
                  aria-label={`${label}: ${name}`}
                  onClick={() => change.mutate({ kind })}
                >
                  {label}
                </Button>
              ))}
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={isHistoryOpen}
              aria-label={`History of ${name}`}
              leftSection={<IconHistory size={14} aria-hidden />}
              onClick={() => setIsHistoryOpen(!isHistoryOpen)}
            >
              History
            </Button>
          </Group>
        </Group>
        <SimpleGrid minColWidth="12rem" autoFlow="auto-fit" spacing="md" verticalSpacing="sm">
          <ReviewerField category={category} onPick={(reviewer) => change.mutate({ kind: 'set-reviewer', reviewer })} />
          {may.includes('set-status') && (
            <NativeSelect
              label="Status"
              value={status}
              data={settableStatuses(status).map((value) => ({ value, label: model.categoryStatusLabels[value] }))}
              onChange={({ currentTarget }) => {
                const next = settableStatuses(status).find((one) => one === currentTarget.value)
                if (next && next !== status) change.mutate({ kind: 'set-status', status: next })
              }}
            />
          )}
        </SimpleGrid>
        {category.completedDate && (
          <Text size="sm" c="dimmed">
            Completed {date(category.completedDate)}, {text(category.completedBy)}
          </Text>
        )}
        {isHistoryOpen && <CategoryHistory id={id} name={name} />}
      </Stack>
    </Paper>
  )
}

const unassigned = 'UNASSIGNED'

type ReviewerFieldProps = {
  category: ReviewCategory
  onPick: (reviewer: { id: string; name: string } | null) => void
}

const ReviewerField = ({ category: { type, tdocId, reviewer, availableActions }, onPick }: ReviewerFieldProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { choices, isError } = useCategoryReviewers(type, tdocId, anchor !== null)
  const label = `Reviewer of ${model.categoryTypeLabels[type]}`
  const shown = reviewer?.name ?? 'Unassigned'
  return (
    <Stack gap={0} miw={0}>
      <Input.Label labelElement="div">Reviewer</Input.Label>
      {availableActions.includes('set-reviewer') ? (
        <Button
          variant="default"
          fw={400}
          justify="space-between"
          aria-haspopup="listbox"
          aria-label={`${label}: ${shown}`}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {shown}
        </Button>
      ) : (
        <span>{shown}</span>
      )}
      {anchor && (
        <Picker
          label={label}
          anchor={anchor}
          options={
            choices && [
              { value: unassigned, label: 'Unassigned' },
              ...choices.map(({ id, label }) => ({ value: id, label })),
            ]
          }
          problem={isError ? 'Couldn’t load the list of people' : undefined}
          value={reviewer?.id ?? unassigned}
          onPick={(value) => onPick(choices?.find((person) => person.id === value) ?? null)}
          onClose={() => setAnchor(null)}
        />
      )}
    </Stack>
  )
}

const CategoryHistory = ({ id, name }: { id: string; name: string }) => (
  <Paged what="the history" query={useInfiniteQuery(categoryHistoryQuery(id))} empty={<Hint>No changes yet.</Hint>}>
    {(events) => <EventTimeline label={`History of ${name}, newest first`} events={events} />}
  </Paged>
)

/** Who can be given a category: reviewers for the TPR review only, and the buyer's people, whom reviewers never see. */
const useCategoryReviewers = (type: model.CategoryType, tdocId: string, isWanted: boolean) => {
  const isOfBuyer = useProfile().role === 'UNDERWRITER'
  const underwriters = useQuery({ ...underwritersQuery(), enabled: isWanted && isOfBuyer })
  const reviewers = useQuery({ ...reviewersQuery(tdocId), enabled: isWanted && type === 'TPR' })
  const queries = [...(type === 'TPR' ? [reviewers] : []), ...(isOfBuyer ? [underwriters] : [])]
  const vendorPeople = (reviewers.data ?? [])
    .filter(({ role }) => role === 'TPR')
    .map(({ id, name, companyName }) => ({ id, name, label: isOfBuyer ? `${name}, ${companyName}` : name }))
  const ownPeople = isOfBuyer ? (underwriters.data ?? []).map(({ id, name }) => ({ id, name, label: name })) : []
  return {
    choices: queries.every(({ data }) => data !== undefined) ? [...vendorPeople, ...ownPeople] : undefined,
    isError: queries.some(({ isError }) => isError),
  }
}
