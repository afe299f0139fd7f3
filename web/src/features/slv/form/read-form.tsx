import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Edits } from '../../../records/history/queries.ts'
import { Hint } from '../../../ui/presets.ts'
import { SlvEvaluation } from '../../guideline/shared/slv-evaluation.tsx'
import { ReadVariances } from '../decision/variances/read-variances.tsx'
import classes from './form.module.css'
import { Sections } from './form-sections.tsx'
import { SectionFacts } from './section-facts.tsx'

type ReadFormProps = { slv: SlvDetail; edited: Edits }

/** A request as it was saved, without inputs. */
export const ReadForm = ({ slv, edited }: ReadFormProps) => (
  <Sections slv={slv}>
    {(id) =>
      id === 'variances' ? (
        <>
          {slv.singleLoanVarianceRequest && (
            <p className={classes.text}>{slv.singleLoanVarianceRequest}</p>
          )}
          <SlvEvaluation slv={slv} />
          {slv.slvRequests.length === 0 ? (
            <Hint>No variances requested.</Hint>
          ) : (
            <ReadVariances slv={slv} />
          )}
        </>
      ) : (
        id !== 'documents' && (
          <SectionFacts slv={slv} section={id} edited={edited} />
        )
      )
    }
  </Sections>
)
