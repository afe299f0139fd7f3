import { families } from '@portal/contract/guideline/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day } from '../../../lib/text/format.ts'
import { programsQuery } from '../../../records/guideline/queries.ts'
import { TinyButton } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { GuidelinePage } from './guideline-page.tsx'
import { ProgramDialog } from './program-dialog.tsx'

const heads = [
  'Program',
  'Code',
  'Family',
  'Qualifies by',
  'Products',
  'Start date',
  'End date',
  'Approval days',
  'Actions',
]

/**
 * Settings > Guidelines > Programs: the programs that requests choose from,
 * with their products.
 */
export const ProgramsPage = () => {
  const query = useQuery(programsQuery)
  /** The code of the program that is edited; '' for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <>
      <GuidelinePage
        current="programs"
        title="Programs"
        under="The programs and products available on requests. To stop offering a program, set its end date."
        what="the programs"
        query={query}
        addLabel="Add program"
        onAdd={() => setEdited('')}
        empty={{
          title: 'No programs yet',
          why: 'Every request and guideline rule belongs to a program. Add one to start.',
        }}
      >
        {({ items }) => (
          <SmallTable region="Programs" heads={heads}>
            {items.map(
              ({
                code,
                name,
                family,
                qualifiesBy,
                products,
                activeFrom,
                activeTo,
                approvalDays,
              }) => (
                <tr key={code}>
                  <th scope="row">{name}</th>
                  <td>{code}</td>
                  <td>{families[family]}</td>
                  <td>{qualifiesBy}</td>
                  <td style={{ minWidth: '11rem' }}>
                    {products.map((product) => product.code).join(', ')}
                  </td>
                  <td>{day(activeFrom)}</td>
                  <td>{day(activeTo)}</td>
                  <td>{approvalDays}</td>
                  <td>
                    <TinyButton
                      aria-label={`Edit ${name}`}
                      onClick={() => setEdited(code)}
                    >
                      Edit
                    </TinyButton>
                  </td>
                </tr>
              ),
            )}
          </SmallTable>
        )}
      </GuidelinePage>
      {edited !== null && (
        <ProgramDialog
          stored={query.data?.items.find(({ code }) => code === edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
