import { Button, Flex, Group, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SlaItem } from '@portal/contract/sla/api'
import {
  type ItemEffect,
  type SlaEffect,
  SlaPlan,
} from '@portal/contract/sla/manage-api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count, signedDays } from '../../../lib/text/format.ts'
import { TryAgain } from '../../../ui/message.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { slaEffectQuery } from './manage-queries.ts'
import classes from './sla-manage.module.css'

/**
 * The effect of a plan once typing pauses, and whether it is of the current
 * plan; null while there is no valid plan.
 */
export const useSlaEffect = (plan: SlaPlan | null) => {
  const text = plan && JSON.stringify(plan)
  const [settled] = useDebouncedValue(text, 300)
  const query = useQuery({
    ...slaEffectQuery(
      settled === null ? {} : SlaPlan.parse(JSON.parse(settled)),
    ),
    enabled: plan !== null && settled !== null,
  })
  const isCurrent =
    plan !== null &&
    settled === text &&
    query.isSuccess &&
    !query.isPlaceholderData
  return { ...query, isCurrent: isCurrent && !query.isFetching }
}

type EffectViewProps = {
  effect: ReturnType<typeof useSlaEffect>
  items: readonly SlaItem[]
  calendar?: 'short' | 'full'
}

export const EffectView = ({ effect, items, calendar }: EffectViewProps) => {
  const { data, error, refetch, isCurrent } = effect
  if (error)
    return (
      <Stack role="status" gap="xs" align="flex-start" fz="sm">
        Couldn’t calculate the effect on open work. {error.message}
        <TryAgain size="compact-sm" onClick={refetch} />
      </Stack>
    )
  if (!data)
    return (
      <div role="status" aria-label="Calculating the effect on open work">
        <Skeleton height={14} width="min(22rem, 90%)" />
      </div>
    )
  const sentences = calendar
    ? [describeCalendarEffect(data)]
    : describeTargetEffects(data, items)
  return (
    <Stack
      role="status"
      gap="xs"
      fz="sm"
      opacity={isCurrent ? 1 : 0.75}
      aria-busy={!isCurrent}
    >
      {sentences.map(({ isWorse, text }) => (
        <div key={text} data-worse={isWorse || undefined}>
          {text}
        </div>
      ))}
      {calendar === 'full' && <EffectTable effect={data} items={items} />}
      {calendar !== 'short' && (
        <Examples
          effect={data}
          items={items}
          withTarget={calendar === 'full'}
        />
      )}
    </Stack>
  )
}

type Sentence = { text: string; isWorse: boolean }

/** The effect of a calendar on all clocks together. */
const describeCalendarEffect = ({ items: effects }: SlaEffect): Sentence => ({
  text: calendarEffectText(effects),
  isWorse: effects.some(({ becomeOverdue }) => becomeOverdue > 0),
})

/** The effect of each changed target. */
const describeTargetEffects = (
  { items: effects }: SlaEffect,
  items: readonly SlaItem[],
): Sentence[] =>
  effects.map((effect) => {
    const target = items.find(({ name }) => name === effect.name)
    return {
      text: targetEffectText(effect, target?.area ?? 'SLV'),
      isWorse: effect.becomeOverdue > 0,
    }
  })

type ShownProps = { effect: SlaEffect; items: readonly SlaItem[] }

const getLabel = (items: readonly SlaItem[], name: string) =>
  items.find((item) => item.name === name)?.label ?? name

const EffectTable = ({ effect, items }: ShownProps) => {
  const changed = effect.items.filter((item) => item.changed > 0)
  if (changed.length === 0) return null
  return (
    <SmallTable
      caption="Effect on open work"
      heads={['Target', 'Open', 'Days change', 'Overdue']}
      className={classes.effects}
    >
      {changed.map(({ name, open, changed, overdueBefore, overdueAfter }) => (
        <tr key={name}>
          <th scope="row">{getLabel(items, name)}</th>
          <td>{count(open)}</td>
          <td>{count(changed)}</td>
          <td data-worse={overdueAfter > overdueBefore || undefined}>
            {overdueBefore === overdueAfter ? '' : `${count(overdueBefore)} → `}
            {count(overdueAfter)}
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

const linkStyle = { color: 'var(--mantine-color-anchor)' }

/** They open in another tab, so that what is typed here stays. */
const Examples = ({
  effect,
  items,
  withTarget,
}: ShownProps & { withTarget: boolean }) => {
  const more = moreText(effect)
  if (effect.examples.length === 0) return null
  return (
    <Group
      component="ul"
      gap="0.25rem var(--mantine-spacing-md)"
      p={0}
      style={{ listStyle: 'none' }}
      aria-label="Examples"
    >
      {effect.examples.map(({ id, loanNumber, name, before, after }) => (
        <li key={`${id} ${name}`}>
          {name.startsWith('tdoc') ? (
            <Link
              style={linkStyle}
              to="/condition-manager/{-$tdocId}"
              params={{ tdocId: id }}
              target="_blank"
            >
              {loanNumber}
            </Link>
          ) : (
            <Link
              style={linkStyle}
              to="/slv/manage-request/$proxyLoanId"
              params={{ proxyLoanId: id }}
              target="_blank"
            >
              {loanNumber}
            </Link>
          )}{' '}
          {withTarget && `${getLabel(items, name)} `}
          <span style={{ whiteSpace: 'nowrap' }}>
            {signedDays(before)} →{' '}
            <span data-worse={(before <= 0 && after > 0) || undefined}>
              {signedDays(after)}
            </span>
          </span>
        </li>
      ))}
      {more && <li>{more}</li>}
    </Group>
  )
}

type UnsavedChangesProps = {
  formId?: string
  effect: ReturnType<typeof useSlaEffect>
  isValid: boolean
  conflict: ReactNode
  saveLabel: string
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  onKeepMine: () => void
  end?: ReactNode
  children: ReactNode
}

/**
 * The effect of unsaved changes, with Save and Discard; after someone else's
 * save, the choice between theirs and mine.
 */
export const UnsavedChanges = (props: UnsavedChangesProps) => {
  const { effect, isValid, conflict, isSaving, onDiscard } = props
  if (conflict !== null)
    return (
      <>
        <Flex gap={6} mb="sm" c="light-dark(#8f4a00, #ffc078)" role="alert">
          <IconAlertTriangle
            size={16}
            style={{ flex: 'none', marginTop: 2 }}
            aria-hidden
          />
          <div>{conflict}</div>
        </Flex>
        <Group gap="xs" mb="sm">
          <SecondaryButton onClick={props.onKeepMine}>
            Keep mine
          </SecondaryButton>
          <SecondaryButton onClick={onDiscard}>Use theirs</SecondaryButton>
        </Group>
      </>
    )
  return (
    <>
      {isValid
        ? props.children
        : 'Fix the highlighted fields to see the effect on open work.'}
      <form
        id={props.formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          props.onSave()
        }}
      >
        <Group gap="xs" my="sm">
          {/* Nothing is saved before its effect is shown, unless that fails. */}
          <Button
            type="submit"
            loading={isSaving}
            disabled={isValid && !effect.isCurrent && !effect.isError}
          >
            {props.saveLabel}
          </Button>
          <SecondaryButton onClick={onDiscard} disabled={isSaving}>
            Discard
          </SecondaryButton>
          {props.end}
        </Group>
      </form>
    </>
  )
}

/**
 * '3 SLA clocks become overdue, 1 is no longer overdue'; empty when neither.
 */
const overdueText = (
  becomes: number,
  noLonger: number,
  subjectOf: (n: number) => string,
) => {
  const texts: string[] = []
  if (becomes > 0) {
    const verb = becomes === 1 ? 'becomes' : 'become'
    texts.push(`${subjectOf(becomes)} ${verb} overdue`)
  }
  if (noLonger > 0) {
    // After the first part, the number alone says whose it is.
    const subject = becomes > 0 ? count(noLonger) : subjectOf(noLonger)
    const verb = noLonger === 1 ? 'is' : 'are'
    texts.push(`${subject} ${verb} no longer overdue`)
  }
  return texts.join(', ')
}

/**
 * '3 of 214 open SLVs become overdue, 1 is no longer overdue. 12 overdue in
 * total.'
 */
export const targetEffectText = (
  effect: ItemEffect,
  area: SlaItem['area'],
): string => {
  const { open, becomeOverdue, noLongerOverdue, overdueAfter } = effect
  const thing = area === 'SLV' ? 'SLV' : 'Tdoc'
  if (open === 0) return `No open ${thing} uses this target now.`
  const ofOpen = `of ${count(open)} open ${thing}s`
  const changes = overdueText(
    becomeOverdue,
    noLongerOverdue,
    (n) => `${count(n)} ${ofOpen}`,
  )
  return `${changes || `None ${ofOpen} becomes overdue`}. ${count(overdueAfter)} overdue in total.`
}

/**
 * '4 SLA clocks become overdue, 1 is no longer overdue.', for all clocks of
 * open work together.
 */
export const calendarEffectText = (effects: readonly ItemEffect[]): string => {
  const sum = (key: 'becomeOverdue' | 'noLongerOverdue' | 'changed') =>
    effects.reduce((total, effect) => total + effect[key], 0)
  const changed = sum('changed')
  if (changed === 0) return 'No open work is affected.'
  const clocks = (n: number) =>
    `${count(n)} SLA ${n === 1 ? 'clock' : 'clocks'}`
  const changes = overdueText(
    sum('becomeOverdue'),
    sum('noLongerOverdue'),
    clocks,
  )
  return changes
    ? `${changes}.`
    : `Day counts change for ${clocks(changed)}. None becomes overdue.`
}

/** 'and 3 more' than the examples; null when the examples are all. */
export const moreText = ({ items, examples }: SlaEffect): string | null => {
  const more =
    items.reduce((total, { changed }) => total + changed, 0) - examples.length
  return more > 0 ? `and ${count(more)} more` : null
}
