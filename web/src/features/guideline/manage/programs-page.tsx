import { Button } from '@mantine/core'
import type { ProgramCatalog } from '@portal/contract/guideline/api'
import { families } from '@portal/contract/guideline/model'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day } from '../../../lib/text/format.ts'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { programsQuery } from '../queries.ts'
import { GuidelineTabs } from './guideline-tabs.tsx'
import { ProgramDialog } from './program-dialog.tsx'
import classes from './rule-matrix.module.css'

/** Settings > Guidelines > Programs: the programs that requests choose from, with their products. */
export const ProgramsPage = () => {
  const { data, error, refetch } = useQuery(programsQuery)
  /** The code of the program that is edited; '' for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('')}>
      Add program
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title="Programs"
        beside={<GuidelineTabs current="programs" />}
        under="The programs and products available on requests. To stop offering a program, set its end date."
        actions={add}
      />
      {data && data.items.length === 0 && (
        <EmptyState
          title="No programs yet"
          why="Every request and guideline rule belongs to a program. Add one to start."
        >
          {add}
        </EmptyState>
      )}
      {data && data.items.length > 0 && <ProgramTable programs={data.items} onEdit={setEdited} />}
      {!data &&
        (error ? <LoadFailed what="the programs" error={error} onClick={refetch} /> : <PageSkeleton sections={1} />)}
      {edited !== null && (
        <ProgramDialog stored={data?.items.find(({ code }) => code === edited)} onClose={() => setEdited(null)} />
      )}
    </Page>
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
