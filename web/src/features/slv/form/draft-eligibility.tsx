import type { Finding } from '@portal/contract/guideline/evaluate'
import { type Fit, fitChanges } from '@portal/contract/guideline/fit'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FormFieldName } from '@portal/contract/slv/form'
import { lazy } from '../../../lib/lazy.tsx'
import { useSupportingFiles } from '../../../records/document/queries.ts'
import { fieldLabel } from '../../../records/slv/field-text.ts'
import { focusField } from '../../../ui/inputs/field-problems.tsx'
import {
  type EditorState,
  formKey,
  getVariances,
  useEditor,
  useEditorState,
} from './editor.ts'
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
  const documents = useFactorDocuments(slv)
  const missing = useEditorState(
    (state) => findMissing(state, brandName).length,
  )
  const invalid = useEditorState(
    (state) => findInvalid(state, brandName).length,
  )

  const addVariance = (finding: Finding) => {
    const { reasons } = editor.get().catalog
    editor.type(editor.addVariance(), filledFrom(finding, reasons))
  }
  const applyFit = (fit: Fit) => {
    const { form } = toFormView(editor.get())
    for (const [name, value] of Object.entries(fitChanges(form, fit))) {
      if (!formCodec.isField(name)) continue
      editor.type(formKey, { [name]: formCodec.show(name, value) })
      editor.leave(name)
    }
  }
  const showMissing = () => {
    const [first, ...others] = findMissing(editor.get(), brandName)
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
      onRequest={addVariance}
      onApply={applyFit}
      onUnnecessary={editor.noteUnnecessary}
    />
  )
}

/** The required fields that are still empty. */
const findMissing = (state: EditorState, brandName: string) =>
  sendProblems(state, brandName).filter(({ error }) => error === 'Required')

/** The fields whose values can't be saved. */
const findInvalid = (state: EditorState, brandName: string) =>
  saveProblems(state, brandName).filter(({ error }) => error !== 'Required')
