import { FieldProblems } from '../../../ui/inputs/field-problems.tsx'
import { toForm, useEditor, useEditorState } from './editor.ts'
import { saveProblems, sendProblems } from './problems.ts'

/** The problems of a request that keep it from being sent or saved. */
export const ProblemSummary = () => {
  const { brandName, isDraft } = useEditor()
  const attempts = useEditorState((state) => state.attempts)
  const isSending = isDraft && attempts > 0
  const problems = useEditorState((state) => {
    const { contested, refused } = toForm(state)
    if (
      state.attempts === 0 &&
      contested.length === 0 &&
      Object.keys(refused).length === 0
    )
      return []
    const own = (isSending ? sendProblems : saveProblems)(state, brandName)
    const more = state.serverProblems.filter(
      ({ field }) => !own.some((problem) => problem.field === field),
    )
    return [...own, ...more]
  })
  return (
    <FieldProblems
      title={
        isSending
          ? 'Fix these before you send the request'
          : 'Some fields need your attention'
      }
      problems={problems}
      attempt={attempts}
    />
  )
}
