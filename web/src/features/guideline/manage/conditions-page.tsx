import { ActionIcon, Group } from '@mantine/core'
import { ConditionLibrary } from '@portal/contract/condition/api'
import {
  conditionTimingLabels,
  LibraryCondition,
} from '@portal/contract/condition/model'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { z } from 'zod'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import {
  conditionLibraryQuery,
  useSaveLibrary,
} from '../../../records/condition/queries.ts'
import { EmptyState } from '../../../ui/message.tsx'
import { MoveButtons } from '../../../ui/move-buttons.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import {
  ConditionDialog,
  type NewLibraryCondition,
} from './condition-dialog.tsx'
import { GuidelinePage } from './guideline-page.tsx'
import { SaveBox } from './save-box.tsx'
import { useStoredEditor } from './use-stored-editor.ts'

/** Settings > Guidelines > Conditions: the library of reusable conditions. */
export const ConditionsPage = () => {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <GuidelinePage
      current="conditions"
      title="Conditions"
      under="Reusable conditions. Underwriters search them while they decide, and see them in this order. Decisions keep the text that they were made with."
      what="the conditions"
      query={useQuery(conditionLibraryQuery)}
      addLabel="Add condition"
      onAdd={() => setIsAdding(true)}
    >
      {(library) => (
        <ConditionList
          library={library}
          isAdding={isAdding}
          onAdded={() => setIsAdding(false)}
        />
      )}
    </GuidelinePage>
  )
}

const LibraryDraft = ConditionLibrary.extend({
  items: z.array(LibraryCondition.partial({ id: true })),
})

type ConditionListProps = {
  library: ConditionLibrary
  isAdding: boolean
  onAdded: () => void
}

const ConditionList = ({ library, isAdding, onAdded }: ConditionListProps) => {
  const editor = useStoredEditor({
    name: 'guidelines.conditions',
    schema: LibraryDraft,
    saved: library,
    what: 'conditions',
    useSave: useSaveLibrary,
    // 'items.2.title'
    describeField: (field, draft) =>
      draft.items[Number(field.split('.')[1])]?.title ?? 'A condition',
  })
  const { items } = editor.draft
  const edit = (changed: NewLibraryCondition[]) =>
    editor.edit({ items: changed })
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const titles = items.map(({ title }) => title)
  return (
    <>
      <SaveBox {...editor.saveBox} />
      {items.length === 0 && (
        <EmptyState
          title="No conditions"
          why="Add conditions that underwriters use often."
        />
      )}
      {items.length > 0 && (
        <SmallTable
          region="Conditions"
          heads={['Title', 'Text', 'To be met', 'Actions']}
        >
          {items.map((condition, index) => (
            <ConditionRow
              key={condition.id ?? condition.title}
              condition={condition}
              index={index}
              count={items.length}
              onMove={(target) =>
                edit(items.toSpliced(index, 1).toSpliced(target, 0, condition))
              }
              onEdit={() => setOpenIndex(index)}
              onRemove={() => edit(items.toSpliced(index, 1))}
            />
          ))}
        </SmallTable>
      )}
      {isAdding && (
        <ConditionDialog
          stored={undefined}
          otherTitles={titles}
          onClose={onAdded}
          onChange={(condition) => edit([...items, condition])}
        />
      )}
      {openIndex !== null && (
        <ConditionDialog
          stored={items[openIndex]}
          otherTitles={titles.toSpliced(openIndex, 1)}
          onClose={() => setOpenIndex(null)}
          onChange={(condition) => edit(items.with(openIndex, condition))}
        />
      )}
      <LeaveGuard isActive={editor.saveBox.isEdited} onLeave={editor.discard} />
    </>
  )
}

type ConditionRowProps = Omit<ComponentProps<typeof MoveButtons>, 'name'> & {
  condition: NewLibraryCondition
  onEdit: () => void
  onRemove: () => void
}

const ConditionRow = ({
  condition,
  onEdit,
  onRemove,
  ...place
}: ConditionRowProps) => {
  const { title, text, timing } = condition
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{text}</td>
      <td>{conditionTimingLabels[timing]}</td>
      <td>
        <Group gap={4} wrap="nowrap">
          <TinyButton aria-label={`Edit ${title}`} onClick={onEdit}>
            Edit
          </TinyButton>
          <MoveButtons name={title} {...place} />
          <ActionIcon aria-label={`Remove ${title}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </td>
    </tr>
  )
}
