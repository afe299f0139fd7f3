import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp, IconPencil } from '@tabler/icons-react'
import { useBranding } from '../../auth/queries.ts'
import classes from './bars.module.css'
import type { EditorState } from './editor-state.ts'
import { isDirty } from './edits.ts'
import { saveProblems } from './problems.ts'
import { useEditor, useEditorState } from './use-editor.ts'

const looks = {
  saved: IconCloudCheck,
  typed: IconPencil,
  saving: IconCloudUp,
  fix: IconAlertTriangle,
  away: IconCloudOff,
  halted: IconAlertTriangle,
}
type Look = keyof typeof looks

const isUnsaved = ({ form, variances }: EditorState) => isDirty(form) || variances.some(({ edits }) => isDirty(edits))

const fields = (n: number) => `${n} ${n === 1 ? 'field' : 'fields'}`

const wordsFor = (state: EditorState, wrong: number): { look: Look; words: string } => {
  if (state.saving === 'away') return { look: 'away', words: 'Not saved — we keep trying' }
  if (state.saving === 'halted') return { look: 'halted', words: `Not saved: ${state.halt}` }
  if (state.saving === 'saving') return { look: 'saving', words: 'Saving…' }
  if (wrong > 0) return { look: 'fix', words: `Fix ${fields(wrong)}` }
  return isUnsaved(state) ? { look: 'typed', words: 'Not saved yet' } : { look: 'saved', words: 'Saved' }
}

/** Whether the server has what was typed into a draft. What it does not have is kept in this browser. */
export const FormSaveState = () => {
  const { editor, buyerLoan } = useEditor()
  const { name: brandName } = useBranding()
  const { look, words } = useEditorState((state) =>
    wordsFor(state, saveProblems(state, { buyerLoan, brandName }).length),
  )
  const Icon = looks[look]
  return (
    <span className={classes.state} data-look={look}>
      <Icon size={16} aria-hidden />
      <span role="status">{words}</span>
      {(look === 'away' || look === 'halted') && (
        <Button size="compact-xs" variant="default" onClick={editor.retry}>
          Try again
        </Button>
      )}
    </span>
  )
}
