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
  const [isStale, setIsStale] = useState(false)
  const focusNextAfter = useFocusNextReview(data)
  useKeys(
    [
      {
        keys: 'd',
        label: 'Mark the next review done',
        run: () => findDoneButton()?.click(),
        isOff: !data?.some(canBeDone),
      },
    ],
    { isInDrawer: true },
  )
  if (!data && error)
    return (
      <LoadFailed
        what="the review categories"
        error={error}
        loading={isFetching}
        onClick={refetch}
      />
    )
  if (!data) return <ListSkeleton label="Loading the review categories" />

  return (
    <Stack gap="sm">
      {isStale && (
        <WarningBox role="alert" fz="sm">
          Someone else just changed this Tdoc. The current values are shown;
          your change was not saved.
        </WarningBox>
      )}
      <Progress categories={data} />
      {data.map((category) => (
        <CategoryRow
          key={category.id}
          category={category}
          onStale={setIsStale}
          onDone={() => focusNextAfter(category.id)}
        />
      ))}
      {tdoc.availableActions.includes('add-category') && (
        <AddCategory tdocId={tdoc.id} categories={data} />
      )}
    </Stack>
  )
}

const canBeDone = ({ availableActions }: ReviewCategory) =>
  availableActions.includes('done')

const findDoneButton = () => document.querySelector<HTMLElement>('[data-done]')

/**
 * Marking a review done removes its button. The returned function moves the
 * focus on once that review is completed: to the next review, or to the action
 * of the whole Tdoc.
 */
const useFocusNextReview = (
  categories: readonly ReviewCategory[] | undefined,
) => {
  const doneId = useRef<string | null>(null)
  useEffect(() => {
    const done = categories?.find(({ id }) => id === doneId.current)
    if (done?.status !== 'COMPLETED') return
    doneId.current = null
    const next =
      findDoneButton() ?? document.querySelector<HTMLElement>('[data-primary]')
    next?.focus({ preventScroll: true })
  }, [categories])
  return (id: string) => {
    doneId.current = id
  }
}

const Progress = ({
  categories,
}: {
  categories: readonly ReviewCategory[]
}) => {
  const { completed, total } = model.countProgress(categories)
  if (total === 0) return <Hint>This Tdoc has no review categories.</Hint>
  return (
    <Text fw={500} role="status">
      {completed} of {total} completed
    </Text>
  )
}

type AddCategoryProps = {
  tdocId: string
  categories: readonly ReviewCategory[]
}

/** Adds a category that the Tdoc doesn't have yet. */
const AddCategory = ({ tdocId, categories }: AddCategoryProps) => {
  const missing = model.categoryTypes.filter(
    (type) => !categories.some((category) => category.type === type),
  )
  const [chosen, setChosen] = useState(missing[0])
  const add = useAddCategory(tdocId)
  if (missing.length === 0) return null

  // The chosen one may have been added since.
  const type = missing.find((other) => other === chosen) ?? missing[0]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (type) add.mutate(type)
      }}
    >
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={categories.length > 0 ? 'Another category' : 'Category'}
          value={type ?? ''}
          data={missing.map((value) => ({
            value,
            label: model.categoryTypeLabels[value],
          }))}
          onChange={({ currentTarget }) =>
            setChosen(missing.find((other) => other === currentTarget.value))
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
  const { id, completedDate } = category
  const name = model.categoryTypeLabels[category.type]
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
            label={model.categoryStatusLabels[category.status]}
            color={colors[category.status]}
          />
        </div>
        <ReviewerField
          category={category}
          onPick={(reviewer) =>
            change.mutate({ kind: 'set-reviewer', reviewer })
          }
        />
        <Group gap={2} wrap="nowrap" ms="auto">
          <CategoryButtons
            category={category}
            isBusy={change.isPending}
            onDone={() => {
              onDone()
              change.mutate({ kind: 'done' })
            }}
            onUndo={() => change.mutate({ kind: 'undo' })}
          />
          <CategoryMenu
            category={category}
            isHistoryOpen={isHistoryOpen}
            onStatus={(status) => change.mutate({ kind: 'set-status', status })}
            onHistory={() => setIsHistoryOpen(!isHistoryOpen)}
          />
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

type CategoryButtonsProps = {
  category: ReviewCategory
  isBusy: boolean
  onDone: () => void
  onUndo: () => void
}

const CategoryButtons = ({
  category: { type, availableActions },
  isBusy,
  onDone,
  onUndo,
}: CategoryButtonsProps) => {
  const name = model.categoryTypeLabels[type]
  return (
    <>
      {availableActions.includes('done') && (
        <Button
          size="compact-sm"
          variant="light"
          loading={isBusy}
          data-done
          leftSection={<IconCheck size={14} aria-hidden />}
          aria-label={`Mark done: ${name}`}
          onClick={onDone}
        >
          Mark done
        </Button>
      )}
      {availableActions.includes('undo') && (
        <SmallButton
          loading={isBusy}
          leftSection={<IconRotate size={14} aria-hidden />}
          aria-label={`Undo: ${name}`}
          onClick={onUndo}
        >
          Undo
        </SmallButton>
      )}
    </>
  )
}

type CategoryMenuProps = {
  category: ReviewCategory
  isHistoryOpen: boolean
  onStatus: (status: 'REVIEW_REQUIRED' | 'NOT_REQUIRED') => void
  onHistory: () => void
}

const CategoryMenu = ({
  category: { type, status, availableActions },
  isHistoryOpen,
  onStatus,
  onHistory,
}: CategoryMenuProps) => {
  const canSetStatus =
    availableActions.includes('set-status') && status !== 'COMPLETED'
  return (
    <MenuButton
      position="bottom-end"
      target={
        <ActionIcon
          aria-label={`More actions for ${model.categoryTypeLabels[type]}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {canSetStatus && status === 'REVIEW_REQUIRED' && (
        <Menu.Item onClick={() => onStatus('NOT_REQUIRED')}>
          Set not required
        </Menu.Item>
      )}
      {canSetStatus && status !== 'REVIEW_REQUIRED' && (
        <Menu.Item onClick={() => onStatus('REVIEW_REQUIRED')}>
          Require this review
        </Menu.Item>
      )}
      <Menu.Item onClick={onHistory}>
        {isHistoryOpen ? 'Hide history' : 'Show history'}
      </Menu.Item>
    </MenuButton>
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
