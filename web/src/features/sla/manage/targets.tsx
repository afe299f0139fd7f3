import { TextInput } from '@mantine/core'
import type { Problem } from '@portal/contract/lib/errors'
import type { SlaItem } from '@portal/contract/sla/api'
import { SlaItemChange } from '@portal/contract/sla/manage-api'
import type { SlaArea } from '@portal/contract/sla/model'
import { z } from 'zod'
import { getProblems } from '../../../lib/call-error.ts'
import { days } from '../../../lib/text/format.ts'
import { fieldId, focusField } from '../../../ui/inputs/field-problems.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { EffectView, UnsavedChanges, useSlaEffect } from './effect-view.tsx'
import { useUpdateItem } from './manage-queries.ts'
import classes from './sla-manage.module.css'

const TargetDraft = z.object({
  version: z.number(),
  targetDays: z.string(),
  warnDays: z.string(),
})
export type TargetDraft = z.infer<typeof TargetDraft>

export const TargetDrafts = z.record(z.string(), TargetDraft)
export type TargetDrafts = z.infer<typeof TargetDrafts>

export const toDraft = ({
  version,
  targetDays,
  warnDays,
}: SlaItem): TargetDraft => ({
  version,
  targetDays: String(targetDays),
  warnDays: String(warnDays),
})

export const read = (
  name: SlaItem['name'],
  { targetDays, warnDays }: TargetDraft,
) => {
  const problems: Problem[] = Object.entries({ targetDays, warnDays }).flatMap(
    ([field, text]) =>
      /^\d{1,6}$/.test(text.trim())
        ? []
        : [
            {
              field,
              error: text.trim() === '' ? 'Required' : 'Whole numbers only',
            },
          ],
  )
  if (problems.length > 0) return { change: null, problems }
  const checked = SlaItemChange.safeParse({
    name,
    targetDays: Number(targetDays),
    warnDays: Number(warnDays),
  })
  if (checked.success) return { change: checked.data, problems }
  return {
    change: null,
    problems: checked.error.issues.map(
      ({ path, message }): Problem => ({
        field: path.join('.'),
        error: message,
      }),
    ),
  }
}

export const differs = (item: SlaItem, draft: TargetDraft) =>
  draft.targetDays.trim() !== String(item.targetDays) ||
  draft.warnDays.trim() !== String(item.warnDays)

type TargetsProps = {
  area: SlaArea
  items: readonly SlaItem[]
  drafts: TargetDrafts
  onDrafts: (drafts: TargetDrafts) => void
}

export const Targets = ({ area, items, drafts, onDrafts }: TargetsProps) => (
  <SmallTable
    caption="Business days. The SLA shows a warning when this many days or fewer are left."
    heads={['Step', 'Target', 'Warn before']}
    className={classes.targets}
    hasBodies
  >
    {items
      .filter((item) => item.area === area)
      .map((item) => (
        <TargetRow
          key={item.name}
          item={item}
          items={items}
          draft={drafts[item.name]}
          onDraft={(draft) => {
            const { [item.name]: _, ...others } = drafts
            onDrafts(draft ? { ...others, [item.name]: draft } : others)
          }}
        />
      ))}
  </SmallTable>
)

type TargetRowProps = {
  item: SlaItem
  items: readonly SlaItem[]
  draft: TargetDraft | undefined
  onDraft: (draft: TargetDraft | null) => void
}

const columns = [
  { name: 'targetDays', label: 'target in business days' },
  { name: 'warnDays', label: 'warning days before the target' },
] as const

const TargetRow = ({ item, items, draft, onDraft }: TargetRowProps) => {
  const update = useUpdateItem()
  const shown = draft ?? toDraft(item)
  const { change, problems } = read(item.name, shown)
  const isStale = shown.version !== item.version
  const isEdited = draft !== undefined && (differs(item, draft) || isStale)
  const allProblems = [
    ...problems,
    ...(isEdited ? getProblems(update.error) : []),
  ]
  const effect = useSlaEffect(isEdited && change ? { item: change } : null)
  const formId = `save-${item.name}`

  const edit = (part: Partial<TargetDraft>) => {
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
    await update
      .mutateAsync({ ...change, version: shown.version })
      .then(discard, () => undefined)
  }

  return (
    <tbody onKeyDown={({ key }) => key === 'Escape' && isEdited && discard()}>
      <tr>
        <th scope="row">{item.label}</th>
        {columns.map(({ name, label }) => (
          <td key={name}>
            <TextInput
              id={fieldId(`${item.name}.${name}`)}
              // Enter in a field submits the form below the row.
              form={formId}
              aria-label={`${item.label}: ${label}`}
              styles={{ input: { textAlign: 'end' } }}
              inputMode="numeric"
              autoComplete="off"
              value={shown[name]}
              error={allProblems.find(({ field }) => field === name)?.error}
              onChange={(event) => edit({ [name]: event.currentTarget.value })}
            />
          </td>
        ))}
      </tr>
      {isEdited && (
        <tr>
          <td colSpan={3}>
            <UnsavedChanges
              effect={effect}
              isValid={change !== null}
              formId={formId}
              conflict={
                isStale
                  ? `Someone else just set this to ${days(item.targetDays)}, with a warning ${item.warnDays} before. Your entry is kept.`
                  : null
              }
              saveLabel="Save"
              isSaving={update.isPending}
              onSave={save}
              onDiscard={discard}
              onKeepMine={() => edit({ version: item.version })}
            >
              <EffectView effect={effect} items={items} />
            </UnsavedChanges>
          </td>
        </tr>
      )}
    </tbody>
  )
}
