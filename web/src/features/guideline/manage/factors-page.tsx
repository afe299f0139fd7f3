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
  const [kept, keep] = useStoredText('guidelines.factors', FactorDraft)
  const [edited, setEdited] = useState<number | null>(null)
  const save = useSaveFactors((saved, sent) => {
    // What was edited during the save is an edit of the saved version.
    const isEditedSince = kept !== null && kept.factors !== sent
    keep(isEditedSince ? { ...kept, version: saved.version } : null)
  })
  const { version, factors } = kept ?? catalog
  const edit = (next: readonly NewFactor[]) => {
    save.reset()
    keep({ version, factors: [...next] })
  }
  const move = (from: number, by: number) => {
    const [moved] = factors.slice(from, from + 1)
    if (moved) edit(factors.toSpliced(from, 1).toSpliced(from + by, 0, moved))
  }
  const [problem] = getProblems(save.error)
  const place = Number(problem?.field.split('.')[1] ?? 0)
  const conflict = hasStatus(save.error, 409)
    ? (getReason(save.error) ?? undefined)
    : undefined
  return (
    <>
      <SaveBox
        what="factors"
        isEdited={kept !== null}
        isStale={version !== catalog.version}
        problem={
          problem
            ? `${factors[place]?.label ?? 'A factor'}: ${problem.error}`
            : conflict
        }
        isSaving={save.isPending}
        canSave
        onSave={() => save.mutate({ version, factors })}
        onKeepMine={() =>
          keep({ version: catalog.version, factors: [...factors] })
        }
        onDiscard={() => {
          save.reset()
          keep(null)
        }}
      />
      {factors.length === 0 ? (
        <EmptyState
          title="No compensating factors"
          why="A variance can’t be approved without a compensating factor that counts. Add one."
        />
      ) : (
        <SmallTable
          region="Compensating factors"
          heads={['Factor', 'Counts if', 'Actions']}
        >
          {factors.map((factor, index) => (
            <tr key={factor.id ?? factor.label}>
              <th scope="row">{factor.label}</th>
              <td>{factorText(factor)}</td>
              <td>
                <Group gap={4} wrap="nowrap">
                  <TinyButton
                    aria-label={`Edit ${factor.label}`}
                    onClick={() => setEdited(index)}
                  >
                    Edit
                  </TinyButton>
                  <ActionIcon
                    aria-label={`Move ${factor.label} up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`Move ${factor.label} down`}
                    disabled={index === factors.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <IconArrowDown size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`Remove ${factor.label}`}
                    onClick={() => edit(factors.toSpliced(index, 1))}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
      {(isAdding || edited !== null) && (
        <FactorDialog
          stored={edited === null ? undefined : factors[edited]}
          otherLabels={factors.flatMap(({ label }, index) =>
            index === edited ? [] : [label],
          )}
          onClose={() => (edited === null ? onAdded() : setEdited(null))}
          onChange={(factor) =>
            edit(
              edited === null
                ? [...factors, factor]
                : factors.with(edited, factor),
            )
          }
        />
      )}
      <LeaveGuard isHeld={kept !== null} onLeave={() => keep(null)} />
    </>
  )
}
