import { useEffect, useRef } from 'react'
import { type FieldProblem, FieldProblems } from '../../../ui/field-problems.tsx'
import { useBranding } from '../../auth/queries.ts'
import { saveProblems, sendProblems } from './problems.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** All problems of the page after a try to send or save, each a link into its field; a new try brings the focus here. */
export const ProblemSummary = () => {
  const { buyerLoan, isDraft } = useEditor()
  const { name: brandName } = useBranding()
  const attempts = useEditorState((state) => state.attempts)
  const text = useEditorState((state) => {
    const asked = { buyerLoan, brandName }
    const own = isDraft && state.attempts > 0 ? sendProblems(state, asked) : saveProblems(state, asked)
    const isShown = state.attempts > 0 || state.form.contested.length > 0 || Object.keys(state.form.refused).length > 0
    const more = state.told.filter(({ field }) => !own.some((problem) => problem.field === field))
    return isShown ? JSON.stringify([...own, ...more]) : '[]'
  })
  const problems: FieldProblem[] = JSON.parse(text)
  const title = isDraft && attempts > 0 ? 'Fix these before you send the request' : 'Some fields need your attention'
  return <FieldProblems title={title} problems={problems} attempt={useSeen(attempts)} />
}

/** Zero for tries that were made before this was on the page. */
const useSeen = (attempts: number) => {
  const first = useRef(attempts)
  useEffect(() => {
    first.current = Math.min(first.current, attempts)
  }, [attempts])
  return attempts - first.current
}
