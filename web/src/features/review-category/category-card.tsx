import { Button, NativeSelect } from '@mantine/core'
import type { ReviewCategory } from '@portal/contract/review-category/api'
import { type CategoryStatus, categoryStatusLabels, categoryTypeLabels } from '@portal/contract/review-category/model'
import { settableStatuses } from '@portal/contract/review-category/transitions'
import { IconCheck, IconChevronDown, IconHistory, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { date, text } from '../../lib/format.ts'
import { Picker } from '../../ui/picker.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import classes from './category.module.css'
import { CategoryHistory } from './category-history.tsx'
import { useCategoryReviewers } from './category-reviewers.ts'
import { useChangeCategory } from './queries.ts'

const colors: Record<CategoryStatus, StatusColor> = {
  NOT_REQUIRED: 'gray',
  REVIEW_REQUIRED: 'yellow',
  COMPLETED: 'green',
}

type CategoryCardProps = { category: ReviewCategory; onStale: (isStale: boolean) => void }

/** One category: who reviews it, whether it is required, done or not, and its history on demand. */
export const CategoryCard = ({ category, onStale }: CategoryCardProps) => {
  const { id, type, status, availableActions: may } = category
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const change = useChangeCategory(category, onStale)
  const name = categoryTypeLabels[type]
  return (
    <section className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <StatusBadge label={categoryStatusLabels[status]} color={colors[status]} />
        <span className={classes.ways}>
          {may.includes('done') && (
            <Button
              size="compact-sm"
              loading={change.isPending}
              leftSection={<IconCheck size={14} aria-hidden />}
              aria-label={`Mark done: ${name}`}
              onClick={() => change.mutate({ kind: 'done' })}
            >
              Mark done
            </Button>
          )}
          {may.includes('undo') && (
            <Button
              size="compact-sm"
              variant="default"
              loading={change.isPending}
              leftSection={<IconRotate size={14} aria-hidden />}
              aria-label={`Undo: ${name}`}
              onClick={() => change.mutate({ kind: 'undo' })}
            >
              Undo
            </Button>
          )}
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
        </span>
      </div>
      <div className={classes.fields}>
        <ReviewerField category={category} onPick={(reviewer) => change.mutate({ kind: 'set-reviewer', reviewer })} />
        {may.includes('set-status') && (
          <NativeSelect
            label="Status"
            value={status}
            data={settableStatuses(status).map((value) => ({ value, label: categoryStatusLabels[value] }))}
            onChange={({ currentTarget }) => {
              const next = settableStatuses(status).find((one) => one === currentTarget.value)
              if (next && next !== status) change.mutate({ kind: 'set-status', status: next })
            }}
          />
        )}
      </div>
      {category.completedDate && (
        <p className={classes.quiet}>
          Completed {date(category.completedDate)}, {text(category.completedBy)}
        </p>
      )}
      {isHistoryOpen && <CategoryHistory id={id} name={name} />}
    </section>
  )
}

const nobody = 'NOBODY'

type ReviewerFieldProps = {
  category: ReviewCategory
  onPick: (reviewer: { id: string; name: string } | null) => void
}

/** Who reviews it: underwriters choose among themselves, for the TPR review also among the vendor's reviewers, and these among themselves. */
const ReviewerField = ({ category: { type, tdocId, reviewer, availableActions }, onPick }: ReviewerFieldProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { choices, isError } = useCategoryReviewers(type, tdocId, anchor !== null)
  const label = `Reviewer of ${categoryTypeLabels[type]}`
  const shown = reviewer?.name ?? 'Nobody'
  return (
    <div className={classes.reviewer}>
      <span className={classes.label}>Reviewer</span>
      {availableActions.includes('set-reviewer') ? (
        <Button
          variant="default"
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
            choices && [{ value: nobody, label: 'Nobody' }, ...choices.map(({ id, label }) => ({ value: id, label }))]
          }
          problem={isError ? 'The list of people could not be read' : undefined}
          value={reviewer?.id ?? nobody}
          isSearchable
          onPick={(value) => onPick(choices?.find((person) => person.id === value) ?? null)}
          onClose={() => setAnchor(null)}
        />
      )}
    </div>
  )
}
