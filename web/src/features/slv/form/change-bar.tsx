import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '../../../lib/call-error.ts'
import { useBranding } from '../../auth/queries.ts'
import { LeaveGuard } from '../../shell/leave-guard.tsx'
import { fieldLabel, fieldText } from '../field-text.ts'
import classes from './bars.module.css'
import type { EditorState } from './editor-state.ts'
import { isDirty, valueNow } from './edits.ts'
import { saveProblems } from './problems.ts'
import { isFormField, readField } from './read-field.ts'
import { formKey } from './save-pass.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** What was changed in a request that is under way, before and after, to save or to discard as a whole. */
export const ChangeBar = ({ slv }: { slv: SlvDetail }) => {
  const { editor } = useEditor()
  const { name: brandName } = useBranding()
  const changes = useEditorState((state) => JSON.stringify(changesOf(state, brandName)))
  const isUnsaved = useEditorState(
    (state) => isDirty(state.form) || state.variances.some(({ edits }) => isDirty(edits)),
  )
  const save = useSave(slv)
  const list: Change[] = JSON.parse(changes)

  return (
    <>
      {list.length > 0 && (
        <section className={classes.bar} aria-label="Unsaved changes">
          <details className={classes.changes}>
            <summary>{list.length === 1 ? '1 changed field' : `${list.length} changed fields`}</summary>
            <ul>
              {list.map(({ name, label, before, after }) => (
                <li key={name}>
                  {label}: <span className={classes.before}>{before}</span> → <strong>{after}</strong>
                </li>
              ))}
            </ul>
          </details>
          <div className={classes.end}>
            <Button variant="default" disabled={save.isPending} onClick={() => editor.discard(formKey)}>
              Discard
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              Save
            </Button>
          </div>
        </section>
      )}
      <LeaveGuard isHeld={isUnsaved} onLeave={() => editor.discardAll()} />
    </>
  )
}

type Change = { name: string; label: string; before: string; after: string }

const changesOf = ({ form }: EditorState, brandName: string): Change[] =>
  Object.entries(form.typed).flatMap(([name, typed]) => {
    if (!isFormField(name)) return []
    const value = valueNow(form, name, readField)
    const after = value === undefined ? String(typed) : fieldText(name, value)
    return [{ name, label: fieldLabel(name, brandName), before: fieldText(name, form.base[name]), after }]
  })

const useSave = (slv: SlvDetail) => {
  const { editor, buyerLoan } = useEditor()
  const { name: brandName } = useBranding()
  const { done, failed } = slvTransitions.save
  return useMutation({
    mutationFn: async () => {
      const problems = () => saveProblems(editor.get(), { buyerLoan, brandName })
      if (problems().length === 0) await editor.save([formKey])
      if (problems().length === 0) return
      // Nothing is said by toast: the page leads to each field that a person must look at.
      editor.attempt()
      throw new CallError('refused', { status: 412, reason: 'Some fields need your attention' })
    },
    meta: { done, failed, shown: [412, 400] },
    mutationKey: ['slv', 'save', slv.id],
  })
}
