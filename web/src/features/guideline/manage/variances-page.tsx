import { Badge, Group } from '@mantine/core'
import type { ContractVarianceAnswer } from '@portal/contract/guideline/api'
import { type Program, parameters } from '@portal/contract/guideline/model'
import { scopeText } from '@portal/contract/guideline/texts'
import { civil } from '@portal/contract/sla/calendar'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day } from '../../../lib/text/format.ts'
import { programsQuery } from '../../../records/guideline/queries.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import classes from '../versions/rule-matrix.module.css'
import { GuidelinePage } from './guideline-page.tsx'
import { useDeleteVariance, variancesQuery } from './queries.ts'
import { VarianceDialog } from './variance-dialog.tsx'
import { relaxedLimit, usedTexts } from './variance-draft.ts'

type Shown = {
  dialog: 'edit' | 'delete'
  variance: ContractVarianceAnswer | null
}

/**
 * Settings > Guidelines > Contract variances: the relaxed limits that sellers
 * have negotiated.
 */
export const VariancesPage = () => {
  const { data, error, refetch } = useQuery(variancesQuery)
  const programs = useQuery(programsQuery)
  const remove = useDeleteVariance()
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  /** As it is now, or as it was before someone else deleted it. */
  const variance =
    data?.items.find(({ id }) => id === shown?.variance?.id) ??
    shown?.variance ??
    null
  return (
    <>
      <GuidelinePage
        current="variances"
        title="Contract variances"
        under="Guideline limits that a seller’s contract relaxes. A loan within the contract limit needs no variance."
        what="the contract variances"
        query={{
          data: programs.data && data,
          error: error ?? programs.error,
          refetch: () => Promise.all([refetch(), programs.refetch()]),
        }}
        addLabel="Add contract variance"
        onAdd={() => setShown({ dialog: 'edit', variance: null })}
        empty={{
          title: 'No contract variances yet',
          why: 'Add one when a seller’s contract relaxes a guideline limit.',
        }}
      >
        {({ items }) => (
          <VarianceTable
            variances={items}
            programs={programs.data?.items ?? []}
            onShow={setShown}
          />
        )}
      </GuidelinePage>
      {shown?.dialog === 'edit' && (
        <VarianceDialog
          stored={variance}
          programs={programs.data?.items ?? []}
          onClose={close}
        />
      )}
      {shown?.dialog === 'delete' && variance && (
        <ConfirmDialog
          title={`Delete ${variance.code}?`}
          text={`Requests from ${variance.sellerName} will need a variance for this limit again.`}
          confirmLabel="Delete contract variance"
          isDanger
          onClose={close}
          onConfirm={() => remove.mutateAsync(variance)}
        />
      )}
    </>
  )
}

const heads = [
  'Code',
  'Seller',
  'Programs',
  'Contract limit',
  'Loans',
  'Effective dates',
  'Used',
  'Actions',
]

/** Null while it is in effect. */
const findState = (
  { from, to }: Pick<ContractVarianceAnswer, 'from' | 'to'>,
  today: string,
) => {
  if (to !== null && to < today) return 'Expired'
  return from > today ? 'Upcoming' : null
}

type VarianceTableProps = {
  variances: readonly ContractVarianceAnswer[]
  programs: readonly Program[]
  onShow: (shown: Shown) => void
}

const VarianceTable = ({ variances, programs, onShow }: VarianceTableProps) => {
  const today = civil(new Date()).day
  const findProgramName = (code: string) =>
    programs.find((program) => program.code === code)?.name ?? code
  return (
    <SmallTable
      region="Contract variances"
      className={classes.variances}
      heads={heads}
    >
      {variances.map((variance) => {
        const { id, code, parameter, from, to } = variance
        const state = findState({ from, to }, today)
        return (
          <tr key={id}>
            <th scope="row">{code}</th>
            <td>{variance.sellerName}</td>
            <td>
              {variance.programs.length === 0
                ? 'All programs'
                : variance.programs.map(findProgramName).join(', ')}
            </td>
            <td>
              {parameters[parameter].label}{' '}
              {relaxedLimit(parameter, variance.value)}
            </td>
            <td>{scopeText(variance.scope)}</td>
            <td>
              {to === null ? `From ${day(from)}` : `${day(from)}–${day(to)}`}{' '}
              {state && (
                <Badge variant="light" color="gray">
                  {state}
                </Badge>
              )}
            </td>
            <td>
              {usedTexts(variance).map((text) => (
                <div key={text}>{text}</div>
              ))}
            </td>
            <td>
              <Group gap={4} wrap="nowrap">
                <TinyButton
                  aria-label={`Edit ${code}`}
                  onClick={() => onShow({ dialog: 'edit', variance })}
                >
                  Edit
                </TinyButton>
                {variance.usedLoans === 0 && (
                  <TinyButton
                    aria-label={`Delete ${code}`}
                    onClick={() => onShow({ dialog: 'delete', variance })}
                  >
                    Delete
                  </TinyButton>
                )}
              </Group>
            </td>
          </tr>
        )
      })}
    </SmallTable>
  )
}
