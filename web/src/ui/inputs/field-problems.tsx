import { Box } from '@mantine/core'
import { type MouseEvent, useEffect, useRef } from 'react'

/** The id of the field `name`, such as 'slvRequests.0.reason'. */
export const fieldId = (name: string) => `field-${name.replaceAll('.', '-')}`

/** Scrolls to the field `name` and focuses it. */
export const focusField = (name: string) => {
  const field = document.getElementById(fieldId(name))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/** A problem of a field. */
export type FieldProblem = { field: string; label: string; error: string }

type FieldProblemsProps = {
  title: string
  problems: readonly FieldProblem[]
  /** The number of attempts to send; each one moves the focus here. */
  attempt?: number
}

/**
 * The problems of a form, each with a link to its field; nothing if there are
 * none.
 */
export const FieldProblems = ({
  title,
  problems,
  attempt = 0,
}: FieldProblemsProps) => {
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
    <Box
      component="section"
      ref={summary}
      py="sm"
      px="md"
      bd="1px solid var(--mantine-color-error)"
      bdrs="md"
      bg="light-dark(#fdf1f1, #2b1a1c)"
      tabIndex={-1}
      aria-label={title}
    >
      <Box component="h2" fz="md">
        {title}
      </Box>
      <Box
        component="ul"
        mt={4}
        mb={0}
        ps="1.125rem"
        style={{ columns: '18rem auto' }}
      >
        {problems.map(({ field, label, error }) => (
          <li key={`${field} ${error}`} style={{ breakInside: 'avoid' }}>
            <a
              style={{ color: 'inherit' }}
              href={`#${fieldId(field)}`}
              onClick={go(field)}
            >
              {label}: {error}
            </a>
          </li>
        ))}
      </Box>
    </Box>
  )
}
