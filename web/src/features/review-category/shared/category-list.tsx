import {
  ActionIcon,
  Button,
  Group,
  Menu,
  NativeSelect,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import type { ReviewCategory } from '@portal/contract/review-category/api'
import * as model from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  IconCheck,
  IconChevronDown,
  IconDots,
  IconPlus,
  IconRotate,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { date, text } from '../../../lib/text/format.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { EventTimeline } from '../../../records/tdoc/event-timeline.tsx'
import { categoriesQuery } from '../../../records/tdoc/queries.ts'
import {
  reviewersQuery,
  underwritersQuery,
} from '../../../records/user/queries.ts'
import { Picker } from '../../../ui/inputs/picker.tsx'
import { Paged } from '../../../ui/list/paged.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { LoadFailed } from '../../../ui/message.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { Hint, SmallButton } from '../../../ui/presets.ts'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge, type StatusColor } from '../../../ui/status-badge.tsx'
import {
  categoryHistoryQuery,
  useAddCategory,
  useChangeCategory,
  withChange,
} from '../queries.ts'
import classes from './category-list.module.css'

export const CategoryList = ({ tdoc }: { tdoc: Tdoc }) => {
  const { data, error, isFetching, refetch } = useQuery(
    categoriesQuery(tdoc.id),
  )
  const nextDone = data?.find(({ availableActions }) =>
    availableActions.includes('done'),
  )
  useKeys(
    [
      {
        keys: 'd',
        label: 'Mark the next review done',
        run: pressDone,
        isOff: !nextDone,
      },
    ],
    { isInDrawer: true },
  )
  const beingDone = useRef<string | null>(null)
  // Marking a review done removes its button: on to the next review, or to the
  // action of the whole Tdoc.
  useEffect(() => {
    if (
      data?.find(({ id }) => id === beingDone.current)?.status !== 'COMPLETED'
    )
      return
    beingDone.current = null
    const next =
      doneButton() ?? document.querySelector<HTMLElement>('[data-primary]')
    next?.focus({ preventScroll: true })
  }, [data])
  const [isStale, setIsStale] = useState(false)
  if (!data)
    return error ? (
      <LoadFailed
        what="the review categories"
        error={error}
        loading={isFetching}
        onClick={refetch}
      />
    ) : (
      <ListSkeleton label="Loading the review categories" />
    )
  const { completed, total } = model.countProgress(data)
  const left = model.categoryTypes.filter(
    (type) => !data.some((category) => category.type === type),
  )
  return (
    <Stack gap="sm">
      {isStale && (
        <WarningBox role="alert" fz="sm">
          Someone else just changed this Tdoc. The current values are shown;
          your change was not saved.
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
        <CategoryRow
          key={category.id}
          category={category}
          onStale={setIsStale}
          onDone={() => {
            beingDone.current = category.id
          }}
        />
      ))}
      {tdoc.availableActions.includes('add-category') && left.length > 0 && (
        <AddCategory
          tdocId={tdoc.id}
          label={data.length > 0 ? 'Another category' : 'Category'}
          left={left}
        />
      )}
    </Stack>
  )
}

const doneButton = () => document.querySelector<HTMLElement>('[data-done]')
const pressDone = () => doneButton()?.click()

type AddCategoryProps = {
  tdocId: string
  label: string
  left: readonly (typeof model.categoryTypes)[number][]
}

const AddCategory = ({ tdocId, label, left }: AddCategoryProps) => {
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
          label={label}
          value={type ?? ''}
          data={left.map((value) => ({
            value,
            label: model.categoryTypeLabels[value],
          }))}
          onChange={({ currentTarget }) =>
            setChosen(left.find((one) => one === currentTarget.value))
          }
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

type CategoryRowProps = {
  category: ReviewCategory
  onStale: (isStale: boolean) => void
  onDone: () => void
}

const CategoryRow = ({
  category: saved,
  onStale,
  onDone,
}: CategoryRowProps) => {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const change = useChangeCategory(saved, onStale)
  const category = change.isPending
    ? withChange(saved, change.variables)
    : saved
  const { id, type, status, completedDate, availableActions: may } = category
  const name = model.categoryTypeLabels[type]
  const required =
    status === 'REVIEW_REQUIRED' ? 'NOT_REQUIRED' : 'REVIEW_REQUIRED'
  return (
    <Stack
      component="section"
      gap={4}
      className={classes.row}
      aria-label={name}
    >
      <Group gap="xs" wrap="wrap">
        <div className={classes.name}>
          <Title order={3}>{name}</Title>
          <StatusBadge
            label={model.categoryStatusLabels[status]}
            color={colors[status]}
          />
        </div>
        <ReviewerField
          category={category}
          onPick={(reviewer) =>
            change.mutate({ kind: 'set-reviewer', reviewer })
          }
        />
        <Group gap={2} wrap="nowrap" ms="auto">
          {may.includes('done') && (
            <Button
              size="compact-sm"
              variant="light"
              loading={change.isPending}
              data-done
              leftSection={<IconCheck size={14} aria-hidden />}
              aria-label={`Mark done: ${name}`}
              onClick={() => {
                onDone()
                change.mutate({ kind: 'done' })
              }}
            >
              Mark done
            </Button>
          )}
          {may.includes('undo') && (
            <SmallButton
              loading={change.isPending}
              leftSection={<IconRotate size={14} aria-hidden />}
              aria-label={`Undo: ${name}`}
              onClick={() => change.mutate({ kind: 'undo' })}
            >
              Undo
            </SmallButton>
          )}
          <MenuButton
            position="bottom-end"
            target={
              <ActionIcon aria-label={`More actions for ${name}`}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            }
          >
            {may.includes('set-status') && status !== 'COMPLETED' && (
              <Menu.Item
                onClick={() =>
                  change.mutate({ kind: 'set-status', status: required })
                }
              >
                {required === 'NOT_REQUIRED'
                  ? 'Set not required'
                  : 'Require this review'}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => setIsHistoryOpen(!isHistoryOpen)}>
              {isHistoryOpen ? 'Hide history' : 'Show history'}
            </Menu.Item>
          </MenuButton>
        </Group>
      </Group>
      {completedDate && (
        <Hint>
          Completed {date(completedDate)}, {text(category.completedBy)}
        </Hint>
      )}
      {isHistoryOpen && <CategoryHistory id={id} name={name} />}
    </Stack>
  )
}

const unassigned = 'UNASSIGNED'

type ReviewerFieldProps = {
  category: ReviewCategory
  onPick: (reviewer: { id: string; name: string } | null) => void
}

const ReviewerField = ({
  category: { type, tdocId, reviewer, availableActions },
  onPick,
}: ReviewerFieldProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { choices, isError } = useCategoryReviewers(
    type,
    tdocId,
    anchor !== null,
  )
  const label = `Reviewer of ${model.categoryTypeLabels[type]}`
  const shown = reviewer?.name ?? 'Unassigned'
  return (
    <>
      {availableActions.includes('set-reviewer') ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          c="inherit"
          fw={400}
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
          onPick={(value) =>
            onPick(choices?.find((person) => person.id === value) ?? null)
          }
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}

const CategoryHistory = ({ id, name }: { id: string; name: string }) => (
  <Paged
    what="the history"
    query={useInfiniteQuery(categoryHistoryQuery(id))}
    empty={<Hint>No changes yet.</Hint>}
  >
    {(events) => (
      <EventTimeline
        label={`History of ${name}, newest first`}
        events={events}
      />
    )}
  </Paged>
)

/**
 * Who can be given a category: reviewers for the TPR review only, and the
 * buyer's people, whom reviewers never see.
 */
const useCategoryReviewers = (
  type: model.CategoryType,
  tdocId: string,
  isWanted: boolean,
) => {
  const isOfBuyer = useProfile().role === 'UNDERWRITER'
  const underwriters = useQuery({
    ...underwritersQuery(),
    enabled: isWanted && isOfBuyer,
  })
  const reviewers = useQuery({
    ...reviewersQuery(tdocId),
    enabled: isWanted && type === 'TPR',
  })
  const queries = [
    ...(type === 'TPR' ? [reviewers] : []),
    ...(isOfBuyer ? [underwriters] : []),
  ]
  const vendorPeople = (reviewers.data ?? [])
    .filter(({ role }) => role === 'TPR')
    .map(({ id, name, companyName }) => ({
      id,
      name,
      label: isOfBuyer ? `${name}, ${companyName}` : name,
    }))
  const ownPeople = isOfBuyer
    ? (underwriters.data ?? []).map(({ id, name }) => ({
        id,
        name,
        label: name,
      }))
    : []
  return {
    choices: queries.every(({ data }) => data !== undefined)
      ? [...vendorPeople, ...ownPeople]
      : undefined,
    isError: queries.some(({ isError }) => isError),
  }
}
