import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SlaItem } from '@portal/contract/sla/api'
import type { SlaItemChange } from '@portal/contract/sla/manage-api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { days } from '../../../lib/format.ts'
import { fieldId, focusField } from '../../../ui/field-problems.tsx'
import { EffectView, useEffectOf } from './effect-view.tsx'
import { useUpdateItem } from './manage-queries.ts'
import planned from './plan.module.css'
import { differs, draftOf, read, type TargetDraft } from './target-drafts.ts'
import classes from './targets.module.css'

type TargetRowProps = {
  item: SlaItem
  items: readonly SlaItem[]
  draft: TargetDraft | undefined
  onDraft: (draft: TargetDraft | null) => void
}

const columns = [
  { name: 'targetDays', label: 'target in business days' },
  { name: 'warnDays', label: 'days before the target at which it warns' },
] as const

/** The fields stand in cells of their own; Enter in one of them saves all the same. */
const formOf = ({ name }: SlaItem) => `save-${name}`

/** One target. As soon as something else is typed, a row under it tells what that does to open work, and saves it. */
export const TargetRow = ({ item, items, draft, onDraft }: TargetRowProps) => {
  const update = useUpdateItem()
  const shown = draft ?? draftOf(item)
  const { change, problems } = read(item.name, shown)
  const isEdited = draft !== undefined && (differs(item, draft) || draft.version !== item.version)
  const wrong = [...problems, ...(isEdited ? problemsOf(update.error) : [])]
  const idOf = (name: string) => fieldId(`${item.name}.${name}`)

  const type = (part: Partial<TargetDraft>) => {
    const next = { ...shown, ...part }
    update.reset()
    onDraft(differs(item, next) || next.version !== item.version ? next : null)
  }
  const discard = () => {
    update.reset()
    onDraft(null)
    focusField(`${item.name}.targetDays`)
  }
  const save = async () => {
    const [first] = problems
    if (!change) return first && focusField(`${item.name}.${first.field}`)
    await update.mutateAsync({ ...change, version: shown.version }).then(discard, () => undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isEdited) discard()
  }

  return (
    <tbody data-edited={isEdited || undefined} onKeyDown={onKeyDown}>
      <tr>
        <th scope="row">{item.label}</th>
        {columns.map(({ name, label }) => {
          const error = wrong.find(({ field }) => field === name)?.error
          return (
            <td key={name}>
              <TextInput
                id={idOf(name)}
                form={formOf(item)}
                aria-label={`${item.label}: ${label}`}
                classNames={{ input: classes.figure ?? '' }}
                inputMode="numeric"
                autoComplete="off"
                value={shown[name]}
                error={error}
                onChange={(event) => type({ [name]: event.currentTarget.value })}
              />
            </td>
          )
        })}
      </tr>
      {isEdited && (
        <tr>
          <td colSpan={3} className={planned.plan} data-plan>
            <Plan
              item={item}
              items={items}
              change={change}
              isStale={shown.version !== item.version}
              isSaving={update.isPending}
              onSave={save}
              onDiscard={discard}
              onKeep={() => type({ version: item.version })}
            />
          </td>
        </tr>
      )}
    </tbody>
  )
}

type PlanProps = {
  item: SlaItem
  items: readonly SlaItem[]
  change: SlaItemChange | null
  isStale: boolean
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  onKeep: () => void
}

const Plan = ({ item, items, change, isStale, isSaving, onSave, onDiscard, onKeep }: PlanProps) => {
  const typed = JSON.stringify(change)
  const [settled] = useDebouncedValue(typed, 300)
  const [plan, setPlan] = useState(change)
  if (settled === typed && JSON.stringify(plan) !== typed) setPlan(change)
  const effect = useEffectOf(plan && { item: plan }, settled === typed)

  if (isStale)
    return (
      <div role="alert">
        <p className={planned.stale}>
          <IconAlertTriangle size={16} aria-hidden />
          Somebody else set this to {days(item.targetDays)}, warning {item.warnDays} before. Yours is kept.
        </p>
        <div className={planned.buttons}>
          <Button variant="default" onClick={onKeep}>
            Go on with mine
          </Button>
          <Button variant="default" onClick={onDiscard}>
            Take theirs
          </Button>
        </div>
      </div>
    )
  return (
    <>
      {change ? (
        <EffectView effect={effect} items={items} />
      ) : (
        <p className={planned.told}>The effect on open work is shown once the days are valid.</p>
      )}
      <form
        id={formOf(item)}
        className={planned.buttons}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <Button type="submit" loading={isSaving} disabled={change !== null && !effect.isCurrent && !effect.isError}>
          Save
        </Button>
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
      </form>
    </>
  )
}
