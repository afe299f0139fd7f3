import type { ProgramCatalog } from '@portal/contract/guideline/api'
import { families } from '@portal/contract/guideline/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day } from '../../../lib/text/format.ts'
import { TinyButton } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { programsQuery } from '../queries.ts'
import { GuidelinePage } from './guideline-page.tsx'
import { ProgramDialog } from './program-dialog.tsx'
import classes from './rule-matrix.module.css'

/** Settings > Guidelines > Programs: the programs that requests choose from, with their products. */
export const ProgramsPage = () => {
  const { data, error, refetch } = useQuery(programsQuery)
  /** The code of the program that is edited; '' for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <>
      <GuidelinePage
        current="programs"
        title="Programs"
        under="The programs and products available on requests. To stop offering a program, set its end date."
        what="the programs"
        isLoaded={data !== undefined}
        {...{ error, onRetry: refetch }}
        addLabel="Add program"
        onAdd={() => setEdited('')}
        empty={
          data?.items.length === 0 && {
            title: 'No programs yet',
            why: 'Every request and guideline rule belongs to a program. Add one to start.',
          }
        }
      >
        {data && <ProgramTable programs={data.items} onEdit={setEdited} />}
      </GuidelinePage>
      {edited !== null && (
        <ProgramDialog stored={data?.items.find(({ code }) => code === edited)} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

type ProgramTableProps = { programs: ProgramCatalog['items']; onEdit: (code: string) => void }

const heads = ['Program', 'Code', 'Family', 'Qualifies by', 'Products', 'Start date', 'End date', 'Actions']

const ProgramTable = ({ programs, onEdit }: ProgramTableProps) => (
  <ScrollRegion label="Programs" style={{ overflow: 'auto' }}>
    <SmallTable className={classes.comparison} heads={heads}>
      <tbody>
        {programs.map(({ code, name, family, qualifiesBy, products, activeFrom, activeTo }) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            <td>{code}</td>
            <td>{families[family]}</td>
            <td>{qualifiesBy}</td>
            <td style={{ minWidth: '11rem' }}>{products.map((product) => product.code).join(', ')}</td>
            <td>{day(activeFrom)}</td>
            <td>{day(activeTo)}</td>
            <td>
              <TinyButton aria-label={`Edit ${name}`} onClick={() => onEdit(code)}>
                Edit
              </TinyButton>
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  </ScrollRegion>
)
