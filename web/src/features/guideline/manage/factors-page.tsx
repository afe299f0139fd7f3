import { ActionIcon, Group } from '@mantine/core'
import { FactorCatalog } from '@portal/contract/guideline/api'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { getProblems, getReason, hasStatus } from '../../../lib/call-error.ts'
import { useStoredText } from '../../../lib/stored-text.ts'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { FactorDialog, factorText, type NewFactor } from './factor-dialog.tsx'
import { GuidelinePage } from './guideline-page.tsx'
import { factorsQuery, useSaveFactors } from './queries.ts'
import { SaveBox } from './save-box.tsx'

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
  const editor = useFactorEditor(catalog)
  const { factors } = editor
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const move = (index: number, by: number) => {
    const [moved] = factors.slice(index, index + 1)
    if (!moved) return
    const others = factors.toSpliced(index, 1)
    editor.edit(others.toSpliced(index + by, 0, moved))
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
              onRemove={() => editor.edit(factors.toSpliced(index, 1))}
            />
          ))}
        </SmallTable>
      )}
      {isAdding && (
        <FactorDialog
          stored={undefined}
          otherLabels={factors.map(({ label }) => label)}
          onClose={onAdded}
          onChange={(factor) => editor.edit([...factors, factor])}
        />
      )}
      {openIndex !== null && (
        <FactorDialog
          stored={factors[openIndex]}
          otherLabels={factors
            .toSpliced(openIndex, 1)
            .map(({ label }) => label)}
          onClose={() => setOpenIndex(null)}
          onChange={(factor) => editor.edit(factors.with(openIndex, factor))}
        />
      )}
      <LeaveGuard isActive={editor.saveBox.isEdited} onLeave={editor.discard} />
    </>
  )
}

/** The edited factors, which this browser keeps until they are saved. */
const useFactorEditor = (catalog: Catalog) => {
  const [stored, store] = useStoredText('guidelines.factors', FactorDraft)
  const { version, factors } = stored ?? catalog
  const save = useSaveFactors((saved, sent) => {
    // What was edited during the save is an edit of the saved version.
    const isEditedSince = stored !== null && stored.factors !== sent
    store(isEditedSince ? { ...stored, version: saved.version } : null)
  })
  const discard = () => {
    save.reset()
    store(null)
  }
  return {
    factors,
    edit: (changed: readonly NewFactor[]) => {
      save.reset()
      store({ version, factors: [...changed] })
    },
    discard,
    saveBox: {
      what: 'factors',
      isEdited: stored !== null,
      isStale: version !== catalog.version,
      problem: describeProblem(save.error, factors),
      isSaving: save.isPending,
      canSave: true,
      onSave: () => save.mutate({ version, factors }),
      onKeepMine: () =>
        store({ version: catalog.version, factors: [...factors] }),
      onDiscard: discard,
    },
  }
}

/** The first problem with its factor's name, or whose changes conflict. */
const describeProblem = (
  error: Error | null,
  factors: readonly NewFactor[],
): string | undefined => {
  const [problem] = getProblems(error)
  if (problem) {
    // 'factors.2.threshold'
    const index = Number(problem.field.split('.')[1] ?? 0)
    return `${factors[index]?.label ?? 'A factor'}: ${problem.error}`
  }
  if (!hasStatus(error, 409)) return undefined
  return getReason(error) ?? undefined
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
