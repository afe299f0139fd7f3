import type { SlvDetail } from '@portal/contract/slv/answers'
import { type FormSection, formSections } from '@portal/contract/slv/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { type Edits, editsQuery } from '../../../records/history/queries.ts'
import { SlvEvaluation } from '../../guideline/shared/slv-evaluation.tsx'
import { ReadSections } from './read-sections.tsx'
import { hasTyping } from './stored-typing.ts'

const Corrections = lazy(
  () => import('./corrections.tsx'),
  'Corrections',
  ({ slv, edited }) => <ReadSections slv={slv} edited={edited} />,
)

const unedited: Edits = {}

type RequestSectionsProps = { slv: SlvDetail; mayCorrect: boolean }

/**
 * The request as text. Its inputs load when a section is corrected, or if there
 * are unsaved edits.
 */
export const RequestSections = ({ slv, mayCorrect }: RequestSectionsProps) => {
  const { data: edited = unedited } = useQuery(editsQuery(slv.id))
  const [hasInputs, setHasInputs] = useState(() => hasTyping(slv.id))
  const [section, setSection] = useState<FormSection | null>(null)
  const correct = (next: FormSection | null) => {
    setHasInputs(true)
    setSection(next)
  }
  const correctHere = () => {
    const name = document.activeElement
      ?.closest('[data-section]')
      ?.getAttribute('data-section')
    correct(formSections.find(({ id }) => id === name)?.id ?? 'loan')
  }
  useKeys([
    {
      keys: 'e',
      label: 'Correct this section',
      isOff: !mayCorrect,
      run: correctHere,
    },
  ])
  return (
    <>
      <SlvEvaluation slv={slv} />
      {mayCorrect && hasInputs ? (
        <Corrections
          slv={slv}
          edited={edited}
          section={section}
          onCorrect={correct}
        />
      ) : (
        <ReadSections
          slv={slv}
          edited={edited}
          onCorrect={mayCorrect ? correct : undefined}
        />
      )}
    </>
  )
}
