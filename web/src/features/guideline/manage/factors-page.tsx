import { ActionIcon, Group } from '@mantine/core'
import { FactorCatalog } from '@portal/contract/guideline/api'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { FactorDialog, factorText, type NewFactor } from './factor-dialog.tsx'
import { GuidelinePage } from './guideline-page.tsx'
import { factorsQuery, useSaveFactors } from './queries.ts'
import { SaveBox } from './save-box.tsx'
import { useStoredEditor } from './use-stored-editor.ts'

/**
 * Settings > Guidelines > Compensating factors: what counts for a variance, and
 * from where on.
 */
export const FactorsPage = () => {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <GuidelinePage
      current="factors"
      title="Compensating factors"
      under="Factors that can offset a variance. The request’s figures determine what counts; underwriters verify documents."
      what="the factors"
      query={useQuery(factorsQuery)}
      addLabel="Add factor"
      onAdd={() => setIsAdding(true)}
    >
      {(catalog) => (
        <FactorList
          catalog={catalog}
          isAdding={isAdding}
          onAdded={() => setIsAdding(false)}
        />
      )}
    </GuidelinePage>
  )
}

type Catalog = z.infer<typeof FactorCatalog>
const FactorDraft = FactorCatalog.extend({
  factors: z.array(FactorCatalog.shape.factors.element.partial({ id: true })),
})

type FactorListProps = {
  catalog: Catalog
  isAdding: boolean
  onAdded: () => void
}

const FactorList = ({ catalog, isAdding, onAdded }: FactorListProps) => {
  const editor = useStoredEditor({
    name: 'guidelines.factors',
    schema: FactorDraft,
    saved: catalog,
    what: 'factors',
    useSave: useSaveFactors,
    // 'factors.2.threshold'
    describeField: (field, draft) =>
      draft.factors[Number(field.split('.')[1])]?.label ?? 'A factor',
  })
  const { factors } = editor.draft
  const edit = (changed: NewFactor[]) => editor.edit({ factors: changed })
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const move = (index: number, by: number) => {
    const [moved] = factors.slice(index, index + 1)
    if (!moved) return
    const others = factors.toSpliced(index, 1)
    edit(others.toSpliced(index + by, 0, moved))
  }

  return (
    <>
      <SaveBox {...editor.saveBox} />
      {factors.length === 0 && (
        <EmptyState
          title="No compensating factors"
          why="A variance can’t be approved without a compensating factor that counts. Add one."
        />
      )}
      {factors.length > 0 && (
        <SmallTable
          region="Compensating factors"
          heads={['Factor', 'Counts if', 'Actions']}
        >
          {factors.map((factor, index) => (
            <FactorRow
              key={factor.id ?? factor.label}
              factor={factor}
              isFirst={index === 0}
              isLast={index === factors.length - 1}
              onEdit={() => setOpenIndex(index)}
              onMove={(by) => move(index, by)}
              onRemove={() => edit(factors.toSpliced(index, 1))}
            />
          ))}
        </SmallTable>
      )}
      {isAdding && (
        <FactorDialog
          stored={undefined}
          otherLabels={factors.map(({ label }) => label)}
          onClose={onAdded}
          onChange={(factor) => edit([...factors, factor])}
        />
      )}
      {openIndex !== null && (
        <FactorDialog
          stored={factors[openIndex]}
          otherLabels={factors
            .toSpliced(openIndex, 1)
            .map(({ label }) => label)}
          onClose={() => setOpenIndex(null)}
          onChange={(factor) => edit(factors.with(openIndex, factor))}
        />
      )}
      <LeaveGuard isActive={editor.saveBox.isEdited} onLeave={editor.discard} />
    </>
  )
}

type FactorRowProps = {
  factor: NewFactor
  isFirst: boolean
  isLast: boolean
  onEdit: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const FactorRow = ({
  factor,
  isFirst,
  isLast,
  onEdit,
  onMove,
  onRemove,
}: FactorRowProps) => (
  <tr>
    <th scope="row">{factor.label}</th>
    <td>{factorText(factor)}</td>
    <td>
      <Group gap={4} wrap="nowrap">
        <TinyButton aria-label={`Edit ${factor.label}`} onClick={onEdit}>
          Edit
        </TinyButton>
        <ActionIcon
          aria-label={`Move ${factor.label} up`}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move ${factor.label} down`}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${factor.label}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </td>
  </tr>
)
