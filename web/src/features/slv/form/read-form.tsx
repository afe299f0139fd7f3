import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FormSection } from '@portal/contract/slv/form'
import type { ReactNode } from 'react'
import type { Edits } from '../../../records/history/queries.ts'
import { Hint } from '../../../ui/presets.ts'
import { SlvEvaluation } from '../../guideline/shared/slv-evaluation.tsx'
import { ReadVariances } from '../decision/variances/read-variances.tsx'
import classes from './form.module.css'
import { Sections } from './form-sections.tsx'
import { SectionFacts } from './section-facts.tsx'

type ReadFormProps = {
  slv: SlvDetail
  edited: Edits
  leftOut?: readonly FormSection[] | undefined
}

/** A request as it was saved, without inputs. */
export const ReadForm = ({ slv, edited, leftOut }: ReadFormProps) => (
  <Sections slv={slv} leftOut={leftOut}>
    {(section) => <ReadSection slv={slv} section={section} edited={edited} />}
  </Sections>
)

const ReadSection = ({
  slv,
  section,
  edited,
}: Pick<ReadFormProps, 'slv' | 'edited'> & { section: FormSection }) => {
  // `Sections` lists the documents in every mode.
  if (section === 'documents') return null
  if (section === 'variances')
    return (
      <RequestedVariances slv={slv}>
        <ReadVariances slv={slv} />
      </RequestedVariances>
    )
  return <SectionFacts slv={slv} section={section} edited={edited} />
}

/** The variances with what the guidelines say about them. */
export const RequestedVariances = ({
  slv,
  children,
}: {
  slv: SlvDetail
  children: ReactNode
}) => (
  <>
    {slv.singleLoanVarianceRequest && (
      <p className={classes.text}>{slv.singleLoanVarianceRequest}</p>
    )}
    <SlvEvaluation slv={slv} />
    {slv.slvRequests.length === 0 ? (
      <Hint>No variances requested.</Hint>
    ) : (
      children
    )}
  </>
)
