import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FormFieldName } from '@portal/contract/slv/form'
import { lazy } from '../../../lib/lazy.tsx'
import { fieldLabel } from '../shared/field-text.ts'
import { formOf, useEditor, useEditorState, variancesOf } from './editor.ts'
import classes from './form.module.css'
import { viewOf } from './form-view.ts'
import { sendProblems } from './problems.ts'
import { varianceViewOf } from './variance-fields.ts'

const EligibilityPanel = lazy(
  () => import('../../guideline/shared/eligibility-panel.tsx'),
  'EligibilityPanel',
  <div className={classes.panelSpace} />,
)

/** The Eligibility panel of the draft in the editor. */
export const DraftEligibility = ({ slv }: { slv: SlvDetail }) => {
  const { editor, brandName } = useEditor()
  const figures = useEditorState((state) => viewOf(formOf(state)).form)
  const variances = useEditorState((state) =>
    variancesOf(state).map(({ key, edits }) => {
      const { variance, summary, meetsGuideline } = varianceViewOf(edits)
      const { parameter, currentGuideline, compensatingFactors } = variance
      return { key, summary, meetsGuideline, parameter, currentGuideline, compensatingFactors }
    }),
  )
  const missing = useEditorState(
    (state) => sendProblems(state, brandName).filter(({ error }) => error === 'Required').length,
  )
  const request = (values: Record<string, string>) => editor.type(editor.addVariance(), values)
  const labelOf = (field: FormFieldName) => fieldLabel(field, brandName)
  return (
    <EligibilityPanel
      {...{ figures, variances, missing, labelOf }}
      hasDocuments={slv.documents.length > 0}
      onRequest={request}
    />
  )
}
