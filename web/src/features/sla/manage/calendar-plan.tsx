import { Button } from '@mantine/core'
import type { SlaItem } from '@portal/contract/sla/api'
import type { BusinessCalendarAnswer } from '@portal/contract/sla/manage-api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type CalendarDraft, changeOf, differences } from './calendar-draft.ts'
import classes from './calendar-plan.module.css'
import { EffectView, type useEffectOf } from './effect-view.tsx'
import { FieldChanges } from './field-changes.tsx'
import plan from './plan.module.css'

type CalendarPlanProps = {
  calendar: BusinessCalendarAnswer
  draft: CalendarDraft
  items: readonly SlaItem[]
  effect: ReturnType<typeof useEffectOf>
  isValid: boolean
  /** Somebody else saved the calendar since this was begun. */
  isStale: boolean
  buttons: ReactNode
  onGoOn: () => void
  onDiscard: () => void
}

/** What saving would change, and what that does to open work. It stays in sight. */
export const CalendarPlan = (props: CalendarPlanProps) => {
  const { calendar, draft, items, effect, isValid, isStale, buttons, onGoOn, onDiscard } = props
  const [isFull, setIsFull] = useState(false)
  const changes = differences(draft.base, changeOf(draft))
  return (
    <section className={`${classes.sheet} ${plan.plan}`} aria-label="Changes of the calendar that are not saved">
      {isStale && (
        <div role="alert">
          <p className={plan.stale}>
            <IconAlertTriangle size={16} aria-hidden />
            Somebody else changed the calendar meanwhile. Yours is kept: go on to add it to theirs.
          </p>
          <FieldChanges label="What they changed" changes={differences(draft.base, calendar)} items={items} />
        </div>
      )}
      {isValid && isFull && !isStale && <FieldChanges label="What changes" changes={changes} items={items} />}
      {isStale ? null : isValid ? (
        <EffectView effect={effect} items={items} ofCalendar={isFull ? 'in full' : 'in short'} />
      ) : (
        <p className={plan.told}>The effect on open work is shown once every field is right.</p>
      )}
      <div className={plan.buttons}>
        {isStale ? (
          <>
            <Button variant="default" onClick={onGoOn}>
              Go on with mine
            </Button>
            <Button variant="default" onClick={onDiscard}>
              Take theirs
            </Button>
          </>
        ) : (
          buttons
        )}
        {isValid && !isStale && (
          <Button
            variant="subtle"
            className={classes.more ?? ''}
            aria-expanded={isFull}
            onClick={() => setIsFull(!isFull)}
          >
            {isFull ? 'Less' : changes.length === 1 ? 'Show the change' : `Show the ${changes.length} changes`}
          </Button>
        )}
      </div>
    </section>
  )
}
