import type { Finding } from '@portal/contract/guideline/evaluate'
import { type Fit, fitChanges } from '@portal/contract/guideline/fit'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FormFieldName } from '@portal/contract/slv/form'
import { lazy } from '../../../lib/lazy.tsx'
import { useSupportingFiles } from '../../../records/document/queries.ts'
import { fieldLabel } from '../../../records/slv/field-text.ts'
import { focusField } from '../../../ui/inputs/field-problems.tsx'
import { formKey, getVariances, useEditor, useEditorState } from './editor.ts'
import classes from './form.module.css'
import { toFormView } from './form-view.ts'
import { saveProblems, sendProblems } from './problems.ts'
import { formCodec } from './read-field.ts'
import { filledFrom, varianceViewOf } from './variances/variance-fields.ts'

const EligibilityPanel = lazy(
  () => import('../../guideline/shared/eligibility-panel.tsx'),
  'EligibilityPanel',
  <div className={classes.panelSpace} />,
)

/** What the guidelines read of the variances typed so far. */
export const useDraftVariances = () =>
  useEditorState((state) =>
    getVariances(state).map(({ key, edits }) => {
      const { variance, summary, meetsGuideline, ruleId } =
        varianceViewOf(edits)
      const { parameter, compensatingFactors } = variance
      return {
        key,
        summary,
        meetsGuideline,
        parameter,
        compensatingFactors,
        isFilled: ruleId !== null,
      }
    }),
  )

/** The seller's documents that are attached to compensating factors. */
export const useFactorDocuments = (slv: SlvDetail) =>
  useSupportingFiles(slv).flatMap(({ supports }) => supports)

/** The Eligibility panel of the draft in the editor. */
export const DraftEligibility = ({ slv }: { slv: SlvDetail }) => {
  const { editor, brandName } = useEditor()
  const figures = useEditorState((state) => toFormView(state).form)
  const variances = useDraftVariances()
  const missing = useEditorState(
    (state) =>
      sendProblems(state, brandName).filter(({ error }) => error === 'Required')
        .length,
  )
  const invalid = useEditorState(
    (state) =>
      saveProblems(state, brandName).filter(({ error }) => error !== 'Required')
        .length,
  )
  const request = (finding: Finding) =>
    editor.type(
      editor.addVariance(),
      filledFrom(finding, editor.get().catalog.reasons),
    )
  const apply = (fit: Fit) => {
    const changes = Object.entries(
      fitChanges(toFormView(editor.get()).form, fit),
    )
    for (const [name, value] of changes) {
      if (!formCodec.isField(name)) continue
      editor.type(formKey, { [name]: formCodec.show(name, value) })
      editor.leave(name)
    }
  }
  const documents = useFactorDocuments(slv)
  const showMissing = () => {
    const [first, ...others] = sendProblems(editor.get(), brandName).filter(
      ({ error }) => error === 'Required',
    )
    if (first && others.length === 0) focusField(first.field)
    else editor.attempt()
  }
  const getLabel = (field: FormFieldName) => fieldLabel(field, brandName)
  return (
    <EligibilityPanel
      figures={figures}
      variances={variances}
      missing={missing}
      invalid={invalid}
      labelOf={getLabel}
      slvId={slv.id}
      documents={documents}
      onShowMissing={showMissing}
      onRequest={request}
      onApply={apply}
      onUnnecessary={editor.noteUnnecessary}
    />
  )
}
