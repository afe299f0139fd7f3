import { type MouseEvent, useEffect, useRef } from 'react'
import classes from './field-problems.module.css'

/** The id of the field `name`, for an input's `id` and for what leads to it ('slvRequests.0.reason' is fine). */
export const fieldId = (name: string) => `field-${name.replaceAll('.', '-')}`

/** Brings the field `name` into sight and puts the focus in it. */
export const focusField = (name: string) => {
  const field = document.getElementById(fieldId(name))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/** One thing that is wrong: the field, what people call it, and what is wrong with it. */
export type FieldProblem = { field: string; label: string; error: string }

type FieldProblemsProps = {
  title: string
  problems: readonly FieldProblem[]
  /** Counts the tries to send: each one brings the focus here. */
  attempt?: number
}

/** All that keeps a form from being sent, each a link into its field. Draws nothing when there is nothing. */
export const FieldProblems = ({ title, problems, attempt = 0 }: FieldProblemsProps) => {
  const summary = useRef<HTMLElement>(null)

  useEffect(() => {
    if (attempt > 0) summary.current?.focus()
  }, [attempt])

  if (problems.length === 0) return null
  const go = (field: string) => (event: MouseEvent) => {
    event.preventDefault()
    focusField(field)
  }
  return (
    <section ref={summary} className={classes.summary} tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {problems.map(({ field, label, error }) => (
          <li key={`${field} ${error}`}>
            <a href={`#${fieldId(field)}`} onClick={go(field)}>
              {label}
            </a>
            : {error}
          </li>
        ))}
      </ul>
    </section>
  )
}
