import { Box } from '@mantine/core'
import { branded } from '@portal/contract/lib/brand'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FormSection } from '@portal/contract/slv/form'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { Fragment, type ReactNode } from 'react'
import * as format from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import { Facts } from '../../../ui/facts.tsx'
import {
  type OutlineItem,
  OutlineLayout,
  Section,
} from '../../../ui/outline.tsx'
import { RequestDocuments } from '../../document/shared/documents-panel.tsx'
import { sectionId, sectionsFor } from './form-view.ts'

type SectionsProps = {
  slv: SlvDetail
  stateOf?: (id: FormSection) => Pick<OutlineItem, 'problems' | 'isDone'>
  beforeVariances?: ReactNode
  /** Sections that the page has elsewhere. */
  leftOut?: readonly FormSection[] | undefined
  /** The fields of a section. */
  children: (id: FormSection) => ReactNode
}

/**
 * The sections of a request in the order for this role, with what is the same
 * in every mode.
 */
export const Sections = ({
  slv,
  stateOf,
  beforeVariances,
  leftOut = [],
  children,
}: SectionsProps) => {
  const { name: brandName } = useBranding()
  const sections = sectionsFor(useProfile().role, slv).filter(
    ({ id }) => !leftOut.includes(id),
  )
  const items = sections.map(({ id, label }) => ({
    id: sectionId(id),
    label,
    ...stateOf?.(id),
  }))
  const loanFacts = [
    {
      label: branded('{buyer} Loan Number', brandName),
      value: format.text(slv.buyerLoan),
    },
    { label: 'Seller', value: slv.sellerName },
    { label: 'Corr ID', value: format.text(slv.corrID) },
    { label: 'Type', value: slvTypeLabels[slv.type] },
    { label: 'Request Date', value: format.date(slv.date) },
  ]
  return (
    <OutlineLayout label="Sections of the request" items={items}>
      {sections.map(({ id, label }) => (
        <Fragment key={id}>
          {id === 'variances' && beforeVariances}
          <Section id={sectionId(id)} title={label}>
            {id === 'loan' && (
              <Box mb="md">
                <Facts facts={loanFacts} />
              </Box>
            )}
            {id === 'documents' && <RequestDocuments slv={slv} />}
            {children(id)}
          </Section>
        </Fragment>
      ))}
    </OutlineLayout>
  )
}
