import { Button } from '@mantine/core'
import type { SlaItem } from '@portal/contract/sla/api'
import type { BusinessCalendarAnswer } from '@portal/contract/sla/manage-api'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type CalendarDraft, differences } from './calendar-draft.ts'
import { EffectView, type useEffectOf } from './effect-view.tsx'
import { slaFieldLabel, slaFieldText } from './field-words.ts'
import classes from './manage.module.css'

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
  return (
    <section className={classes.calendarPlan} aria-label="Changes of the calendar that are not saved">
      {isStale && (
        <p className={classes.staleText} role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          Somebody else changed the calendar meanwhile. Yours is kept; saving it would make these changes to theirs:
        </p>
      )}
      <ul className={classes.changed} aria-label={isStale ? 'Against the calendar as it is now' : 'What changes'}>
        {differences(calendar, draft).map(({ field, before, after }) => (
          <li key={field}>
            <b>{slaFieldLabel(field, items)}</b>: {slaFieldText(field, before)} → {slaFieldText(field, after)}
          </li>
        ))}
      </ul>
      {isValid ? (
        <EffectView effect={effect} items={items} isOfCalendar />
      ) : (
        <p className={classes.told}>The effect on open work is shown once every field is right.</p>
      )}
      <div className={classes.buttons}>
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
      </div>
    </section>
  )
}
